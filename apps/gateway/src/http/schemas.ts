import { effects } from '@connectory/connector-sdk/engine';
import { z } from 'zod';

/** Query parameters of every list: `limit` 1 to 100 (default 50) and the `cursor` of the previous page. */
export const listQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('Maximum number of entries to return.'),
  cursor: z.string().min(1).max(2_000).optional().describe('`meta.next_cursor` of the previous page.'),
});

/** Metadata of a list; `next_cursor` is null on the last page. */
const listMetaSchema = z
  .object({
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last page.'),
  })
  .meta({ id: 'ListMeta', description: 'Pagination of a list.' });

/** Response of a list: the entries of one page, and `meta.next_cursor` for the next one. */
export function listOf<Item extends z.ZodType>(id: string, description: string, item: Item) {
  return z
    .object({ data: z.array(item).describe('The entries of the page.'), meta: listMetaSchema })
    .meta({ id, description });
}

/** The id of a workspace, connection, token or audit entry: a UUID in lower case. */
export const idSchema = z.uuid().describe('Its id.');

/** A point in time: RFC 3339 in UTC. */
export const timeSchema = z.iso.datetime();

/** When something was created. */
export const createdAtSchema = timeSchema.describe('When it was created.');

/** A name that is shown to people: 1 to 128 characters without control characters or spaces at either end. */
export const displayNameSchema = z.string().min(1).max(128);

/** The id of a connector plugin, such as `github`. */
export const connectorIdSchema = z.string().min(1).max(64);

/** What an action does to the upstream. */
export const effectSchema = z.enum(effects);

/** The limits of requests that a token and a workspace can both have. */
export const callRateFields = {
  calls_per_minute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Maximum requests per minute, across all gateway processes; no limit if omitted.'),
  calls_per_day: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('Maximum requests per UTC day, across all gateway processes; no limit if omitted.'),
};
