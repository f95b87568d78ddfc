import type { SampleSource } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Parameters of every list. */
export const listParams = z.object({
  page: z.int().min(1).optional().describe('Number of the page, from 1; Zendesk gives no page past record 10,000'),
  per_page: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Number of records per page; left out, Zendesk decides (mostly 100)'),
});

/**
 * How the searchable copy reads the lists that grow: newest first, so that a record added while the pages are read makes others
 * come twice rather than slip past, and so that of more records than Zendesk gives by page number the newest are there.
 */
export const newestFirst = { per_page: 100, sort_order: 'desc' } as const;

const directions = z.enum(['asc', 'desc']);

/** Direction of a list that Zendesk sorts in any case. */
export const sortOrder = directions.default('asc').describe('Whether the smallest or the largest value comes first');

/** Direction of a list that has an order of its own. */
export const optionalSortOrder = directions
  .optional()
  .describe('Whether the smallest or the largest value comes first');

/** The filter of business rules by state. */
export const active = z.boolean().optional().describe('Only what is switched on (true) or off (false)');

/** A part of a record whose members the contract leaves open. */
export const object = z.record(z.string(), z.unknown());

/** When a record was made and last changed, as ISO 8601 times. */
export const timestamps = { created_at: z.string(), updated_at: z.string() };

/** Sample values of what nearly every record has; `first` is the id of the first record. */
export function sampleIdentity(source: SampleSource, path: string, first: number) {
  const id = first + source.index;
  const age = source.integer(30, 700);
  return {
    id,
    url: `https://example.zendesk.com/api/v2/${path}/${id}`,
    created_at: source.time(age),
    updated_at: source.time(source.integer(0, age)),
  };
}
