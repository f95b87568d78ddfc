import { decimal, time } from '@connectory/connector-sdk';
import { z } from 'zod';

// Shopify sends null for missing values.
/** A text of a record. */
export const text = z.string().nullish();
/** A time of a record, with the offset of the shop. */
export const isoTime = time().nullish();
/** A day of a record. */
export const day = time('date').nullish();
/** A whole number of a record, such as the id of another one. */
export const whole = z.int().nullish();
/** A number of a record that may have a fraction. */
export const number = z.number().nullish();
/** Yes or no, in a record. */
export const flag = z.boolean().nullish();
/** An amount of money of a record, as decimal text. */
export const money = decimal().nullish();
/** A list of texts in a record. */
export const texts = z.array(z.string()).nullish();
/** A list of ids in a record. */
export const ids = z.array(z.int()).nullish();
/** A part of a record whose members the contract leaves open. */
export const part = z.record(z.string(), z.unknown()).nullish();
/** A list of such parts. */
export const parts = z.array(z.record(z.string(), z.unknown())).nullish();

/** The parameter that names a record. */
export const id = (what: string) => z.int().describe(`Id of the ${what}`);

/** The parameter that sets the size of a page. */
export const sized = { limit: z.int().min(1).max(250).default(50).describe('Number of records per page') };

/** The parameter that begins a list after a record. */
export const afterId = { since_id: z.int().optional().describe('Only records with a higher id than this one') };

/** Parameters of most lists. */
export const paged = { ...sized, ...afterId };

const timeParam = (which: string) => z.string().optional().describe(`Only records ${which} this ISO 8601 time`);

/** Parameters that choose records by the time they were last changed. */
export const byChange = {
  updated_at_min: timeParam('last changed at or after'),
  updated_at_max: timeParam('last changed at or before'),
};

/** Parameters that choose records by the time they were created or last changed. */
export const byTime = {
  created_at_min: timeParam('created at or after'),
  created_at_max: timeParam('created at or before'),
  ...byChange,
};

/** Parameters that choose records by the time they were processed. */
export const byProcessing = {
  processed_at_min: timeParam('processed at or after'),
  processed_at_max: timeParam('processed at or before'),
};

/** Parameters that choose collections. */
export const collectionFilters = {
  title: z.string().optional().describe('Only collections with this title'),
  product_id: z.int().optional().describe('Only collections that contain this product'),
};

/** The parameter that chooses pages and articles by whether visitors see them. */
export const byPublication = {
  published_status: z
    .enum(['published', 'unpublished', 'any'])
    .optional()
    .describe('Whether the records are visible in the shop'),
};

/** A sync plan that reads the largest pages of a list. */
export const wholeList = { via: 'list', params: { limit: 250 } } as const;

/** The same, of which later passes read what has changed since. */
export const changesOnly = { ...wholeList, cursor: { field: 'updated_at', param: 'updated_at_min' } } as const;

/** Puts the parameters of a write under the name of the record, as Shopify wants them. */
export const under = (record: string) => (members: Readonly<Record<string, unknown>>) => ({
  body: { [record]: members },
});

/** Optional members of a record that is written, by their type. */
export const settable = {
  text: (meaning: string) => z.string().optional().describe(meaning),
  flag: (meaning: string) => z.boolean().optional().describe(meaning),
  whole: (meaning: string) => z.int().optional().describe(meaning),
  money: (meaning: string) =>
    z
      .string()
      .optional()
      .describe(meaning)
      .meta({ examples: ['19.90'] }),
  time: (meaning: string) =>
    z
      .string()
      .optional()
      .describe(meaning)
      .meta({ examples: ['2026-11-01T09:00:00Z'] }),
  tags: () => z.string().optional().describe('Tags, separated by commas; they replace all earlier ones'),
};

/** What Shopify returns once a record is deleted. */
export const Deleted = z.object({});

/** A picture of a record that is written. */
export const imageParam = z
  .strictObject({
    src: settable.text('URL of the picture, which Shopify copies'),
    alt: settable.text('Text for those who do not see the picture'),
  })
  .optional();
