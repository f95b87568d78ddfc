import { decimal } from '@connectory/connector-sdk';
import { z } from 'zod';

/** The kinds of values a record consists of. WooCommerce leaves nothing out, but plugins and older versions do. */
export const text = z.string().nullish();
export const whole = z.int().nullish();
export const flag = z.boolean().nullish();
export const ids = z.array(z.int()).nullish();
export const texts = z.array(z.string()).nullish();

/** A number as text, such as a price: two decimal places, or an empty text without one. */
export const amount = decimal().nullish();

/** When a record was made, in the time zone of the shop and in GMT. Neither names its zone. */
export const created = { date_created: text, date_created_gmt: text };

/** When a record was made and last changed. */
export const timestamps = { ...created, date_modified: text, date_modified_gmt: text };

/** Further values, which plugins keep with a record: any JSON. */
export const MetaData = z.array(z.object({ id: whole, key: text, value: z.unknown() })).nullish();

/** An image of the media library. */
export const Image = z.object({ id: whole, ...timestamps, src: text, name: text, alt: text });

/** What a list of anything in pages takes. */
export const paged = {
  page: z.int().min(1).default(1).describe('Number of the page, from 1'),
  per_page: z.int().min(1).max(100).default(10).describe('Number of records per page'),
};

/** Words to look for. */
export const search = z.string().optional().describe('Only records that contain this text');

/** What to sort by, and in which direction. */
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

const time = (meaning: string) =>
  z
    .string()
    .optional()
    .describe(`Only records ${meaning} this ISO 8601 date or time; without an offset it is in the shop's time zone`)
    .meta({ examples: ['2026-10-01T00:00:00'] });

/** Limits on the time a record was made. */
export const createdWithin = { after: time('made after'), before: time('made before') };

/** Limits on the times a record was made and last changed. */
export const datedWithin = {
  ...createdWithin,
  modified_after: time('changed after'),
  modified_before: time('changed before'),
};

const timeParams = ['after', 'before', 'modified_after', 'modified_before'] as const;
const bareDay = /^\d{4}-\d{2}-\d{2}$/;
const offset = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/i;

// A date alone is refused. Of a time with an offset, WooCommerce reads the offset only where no fraction of a second stands before it.
function asWooCommerceReads(value: string): string {
  if (bareDay.test(value)) return `${value}T00:00:00`;
  const time = offset.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** A query with its times in the form in which WooCommerce takes them as they are meant. */
export function withTimes(values: Readonly<Record<string, unknown>>) {
  const times = timeParams.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, asWooCommerceReads(value)] as const] : [];
  });
  return { query: { ...values, ...Object.fromEntries(times) } };
}

/** The id of the record a call is about. */
export const byId = (what: string) => z.object({ id: z.int().describe(`${what} id`) });

/**
 * What lets later passes ask for changed records only. The hour covers records changed within the second a pass had reached. With the
 * offset it is written with, the shop takes the time as it is meant; one without would be in its own zone.
 */
export const changes = {
  field: 'date_modified_gmt',
  param: 'modified_after',
  writes: 'iso-8601',
  lookBack: { hours: 1 },
} as const;

/** How complete lists are read: by id, so that what is added meanwhile moves nothing to another page. */
export const inOrder = { per_page: 100, orderby: 'id', order: 'asc' } as const;
