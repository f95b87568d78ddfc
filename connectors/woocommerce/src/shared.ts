import { decimal, time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The types of values in a record. WooCommerce returns every field, but plugins and older versions do not. */
export const text = z.string().nullish();
/** A time of a record, without an offset: in the time zone of the shop, or in UTC if the name ends with `_gmt`. */
export const isoTime = time().nullish();
export const whole = z.int().nullish();
export const flag = z.boolean().nullish();
export const ids = z.array(z.int()).nullish();
export const texts = z.array(z.string()).nullish();

/** A decimal string such as a price: two decimal places, or an empty string if unset. */
export const amount = decimal().nullish();

/** Creation time, in the time zone of the shop and in GMT, both without an offset. */
export const created = { date_created: isoTime, date_created_gmt: isoTime };

/** Creation time and time of the last change. */
export const timestamps = { ...created, date_modified: isoTime, date_modified_gmt: isoTime };

/** Additional values that plugins store with a record: any JSON. */
export const MetaData = z.array(z.object({ id: whole, key: text, value: z.unknown().optional() })).nullish();

/** An image of the media library. */
export const Image = z.object({ id: whole, ...timestamps, src: text, name: text, alt: text });

/** Parameters of every paged list. */
export const paged = {
  page: z.int().min(1).default(1).describe('Number of the page, from 1'),
  per_page: z.int().min(1).max(100).default(10).describe('Number of records per page'),
};

/** The text to search for. */
export const search = z.string().optional().describe('Only records that contain this text');

/** The field to sort by, and the direction. */
export const sortedBy = <const Fields extends readonly [string, ...string[]], Direction extends 'asc' | 'desc'>(
  fields: Fields,
  usual: Fields[number],
  direction: Direction,
) => ({
  orderby: z
    .enum(fields)
    .default(usual as never)
    .describe('Field to sort by'),
  order: z
    .enum(['asc', 'desc'])
    .default(direction as never)
    .describe('Direction to sort in'),
});

const timeParam = (meaning: string) =>
  z
    .string()
    .optional()
    .describe(`Only records ${meaning} this ISO 8601 date or time; without an offset it is in the shop's time zone`)
    .meta({ examples: ['2026-10-01T00:00:00'] });

/** Limits on the creation time. */
export const createdWithin = { after: timeParam('made after'), before: timeParam('made before') };

/** Limits on the creation time and the time of the last change. */
export const datedWithin = {
  ...createdWithin,
  modified_after: timeParam('changed after'),
  modified_before: timeParam('changed before'),
};

const timeParams = ['after', 'before', 'modified_after', 'modified_before'] as const;
const bareDay = /^\d{4}-\d{2}-\d{2}$/;
const offset = /^[^T]*T.*(Z|[+-]\d{2}(:?\d{2})?)$/i;

// A date without a time is rejected. WooCommerce reads the offset of a time only if no fraction of a second precedes it.
function asWooCommerceReads(value: string): string {
  if (bareDay.test(value)) return `${value}T00:00:00`;
  const time = offset.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Converts the times of a query to the format that WooCommerce interprets correctly. */
export function withTimes(values: Readonly<Record<string, unknown>>) {
  const times = timeParams.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, asWooCommerceReads(value)] as const] : [];
  });
  return { query: { ...values, ...Object.fromEntries(times) } };
}

/** The id of the record of a call. */
export const byId = (what: string) => z.object({ id: z.int().describe(`${what} id`) });

/**
 * Later passes request only changed records. The hour covers records changed within the second a pass had reached. The shop interprets the
 * time by its offset; without one it would be in the shop's time zone.
 */
export const changes = {
  field: 'date_modified_gmt',
  param: 'modified_after',
  writes: 'iso-8601',
  lookBack: { hours: 1 },
} as const;

/** How complete lists are read: by id, so that records added during a pass move nothing to another page. */
export const inOrder = { per_page: 100, orderby: 'id', order: 'asc' } as const;

/** Optional members of a record that is written, by their type. */
export const settable = {
  text: (meaning: string) => z.string().optional().describe(meaning),
  flag: (meaning: string) => z.boolean().optional().describe(meaning),
  whole: (meaning: string) => z.int().optional().describe(meaning),
  ids: (meaning: string) => z.array(z.int()).optional().describe(meaning),
  amount: (meaning: string) =>
    z
      .string()
      .optional()
      .describe(meaning)
      .meta({ examples: ['19.90'] }),
  time: (meaning: string) =>
    z
      .string()
      .optional()
      .describe(`${meaning}, as ISO 8601 in the time zone of the shop`)
      .meta({ examples: ['2026-11-01T09:00:00'] }),
};

/** Additional values that a write sets. */
export const metaParam = z
  .array(z.strictObject({ key: z.string().describe('Name'), value: z.unknown().describe('Value: any JSON') }))
  .optional()
  .describe('Additional values of plugins; others stay unchanged');

/** The parameter of deletions that can move a record to the trash. */
export const force = settable.flag('True deletes it permanently; by default it is moved to the trash');

/** Records without a trash are deleted permanently, which WooCommerce wants to be said. */
export const forGood = () => ({ query: { force: true } });
