import { absent, from, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';

const limit = z.int().min(1).max(100).default(10).describe('Number of records per page');

/** Parameters of every list. */
export const listParams = z.object({
  limit,
  starting_after: z.string().optional().describe('Identifier of the last record of the previous page'),
  ending_before: z.string().optional().describe('Identifier of the first record of the following page'),
});

/** Parameters of every api_search. */
export const searchParams = z.object({
  query: z
    .string()
    .describe('Query in the Stripe search query language')
    .meta({ examples: ['created>0'] }),
  limit,
  page: z.string().optional().describe('The next_page of the previous response; omitted for the first page'),
});

/** A time of a record, in Unix seconds. */
export const unixTime = time('unix-seconds', z.int());

/** A range of Unix timestamps in seconds. */
export const timeRange = z.strictObject({
  gt: z.int().optional().describe('Later than this Unix time'),
  gte: z.int().optional().describe('At or after this Unix time'),
  lt: z.int().optional().describe('Earlier than this Unix time'),
  lte: z.int().optional().describe('At or before this Unix time'),
});

/** The filter by creation time that every list takes. */
export const created = timeRange.optional().describe('Only records created within this range');

/** The filter by customer account, which the pinned version does not support yet. */
export const customerAccount = z
  .string()
  .optional()
  .describe('Only records of this customer account; needs a connection with API version 2025-12-15.clover or later');

/** How an invoice is paid. */
export const collectionMethod = z.enum(['charge_automatically', 'send_invoice']);

/** Key-value pairs attached to a record. */
export const metadata = z.record(z.string(), z.string()).optional().describe('Key-value pairs to attach to the record');

/** A part of a record whose fields the contract does not specify. */
export const object = z.record(z.string(), z.unknown());

/** A postal address in a record. */
export const Address = z.object({
  city: z.string().nullable(),
  country: z.string().nullable(),
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postal_code: z.string().nullable(),
  state: z.string().nullable(),
});

/** The recipient of shipped goods, in a record. */
export const Recipient = z.object({
  address: Address.optional(),
  name: z.string().optional(),
  phone: z.string().nullish(),
});

/** A list of records embedded in another record. */
export const EmbeddedList = z.object({
  object: z.literal('list'),
  data: z.array(object),
  has_more: z.boolean(),
  url: z.string(),
});

/** Whether a source is a card. In version 2015-02-18, cards were replaced by sources of several kinds. */
export const isCard = (source: RawValue): boolean => source?.object === 'card';

/** Search field: whether Stripe has marked the record as deleted. */
export const isDeleted = from(z.boolean(), ({ deleted }) => deleted === true);

/** Search field: the field that version 2014-12-17 replaced by statement_descriptor. */
export const statementDescription = from(z.string(), ({ statement_descriptor }) => statement_descriptor);

/** Search field: the tax rate of invoices and subscriptions before version 2020-08-27. */
export const taxPercent = absent(
  z.number(),
  'Stripe replaced it in version 2020-08-27 with tax rates, of which there can be several',
);

/** Search field: when the record was last changed. */
export const updated = absent(unixTime, 'Stripe does not record the time of the last change');

/** Sync cursor: requests records created since the last pass. Changes of older ones are only found by the next full pass. */
export const createdLast = { field: 'created', param: 'created.gte' } as const;
