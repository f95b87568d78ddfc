import { time } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Parameters of every list. */
export const listParams = z.object({
  page: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Number of the page, from 1; omit it and follow next_params to read past record 10,000, where numbered pages end',
    ),
  per_page: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Number of records per page; by default Zendesk decides (usually 100)'),
});

const firstPage = z
  .int()
  .min(1)
  .max(1, 'must be 1, because Zendesk has no page numbers here; follow next_params instead');

/** Parameters of a list that Zendesk pages by cursor only. */
export const cursorParams = listParams.extend({
  page: firstPage.optional().describe('1 or omitted: Zendesk has no page numbers here; follow next_params'),
});

/** Parameters of a list that Zendesk returns without pages. */
export const unpagedParams = z.object({
  page: firstPage.optional().describe('1 or omitted: Zendesk returns all records at once'),
  per_page: listParams.shape.per_page.describe('Has no effect: Zendesk returns all records at once'),
});

const directions = z.enum(['asc', 'desc']);

/** Direction of a list that Zendesk sorts in any case. */
export const sortOrder = directions.default('asc').describe('Sort direction: smallest or largest value first');

/** Direction of a list with a fixed order. */
export const optionalSortOrder = directions.optional().describe('Sort direction: smallest or largest value first');

/** The filter of business rules by state. */
export const active = z.boolean().optional().describe('Only active (true) or inactive (false) records');

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** When a record was made and last changed, as ISO 8601 times. */
export const timestamps = { created_at: time(), updated_at: time() };
