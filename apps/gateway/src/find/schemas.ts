import { z } from 'zod';
import { connectorIdSchema, idSchema, timeSchema } from '../http/schemas.ts';

const names = (what: string) => z.array(z.string().min(1).max(200)).min(1).max(100).optional().describe(what);

/** Body of `POST /api/v1/workspaces/{workspace}/search`. */
export const findRequestSchema = z
  .strictObject({
    words: z
      .string()
      .min(1)
      .max(1_000)
      .describe(
        'What to look for, in any order and with typos. Names of systems and kinds of records narrow the search.',
      ),
    connections: names('Only these connections, by name or id. By default all that the token may search.'),
    connectors: names('Only connections of these connectors.'),
    entities: names('Only these entities.'),
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of records to return.'),
  })
  .meta({ id: 'FindRequest', description: 'Words to find in the records of all connections.' });

/** Which record was found, and where. */
export const foundRecordFields = {
  connection: z
    .object({ id: idSchema, name: z.string().describe('Its name.') })
    .describe('The connection in whose copy the record is.'),
  connector: connectorIdSchema.describe('The connector of the connection.'),
  entity: z.string().describe('The entity of the record.'),
  key: z
    .array(z.string())
    .describe('Identifies the record: the values of its partition, followed by those of its key fields.'),
  title: z.string().describe('What people call the record; its key if it has no name.'),
};

const foundRecordSchema = z
  .object({
    ...foundRecordFields,
    url: z.url().nullable().describe("The record's page for people; null if none is known."),
    snippet: z.string().describe('The text around the words; empty if only the title has them.'),
    score: z
      .number()
      .describe('How well it matches, above 0 up to 1. Records with more of the words always come before others.'),
    call: z
      .object({
        entity: z.string().describe('The `entity` of the execute request.'),
        action: z.enum(['get', 'context_store_search']).describe('The `action` of the execute request.'),
        params: z.record(z.string(), z.unknown()).describe('The `params` of the execute request.'),
      })
      .describe('The execute request that returns the whole record; from the copy if the token may not call `get`.'),
  })
  .meta({ id: 'FoundRecord', description: 'A record that was found.' });

const copyFields = {
  connection: z.string().describe('Name of the connection.'),
  entity: z.string().describe('Name of the entity.'),
};

const searchedCopySchema = z
  .object({ ...copyFields, synced_at: timeSchema.nullable().describe('End of its last complete pass; null before.') })
  .meta({ id: 'SearchedCopy', description: 'A copy that was searched.' });

const skippedCopySchema = z
  .object({
    ...copyFields,
    reason: z
      .enum(['not_ready', 'too_slow'])
      .describe('`not_ready`: nothing is stored yet; `too_slow`: it did not respond within three seconds.'),
  })
  .meta({ id: 'SkippedCopy', description: 'A copy that was not searched.' });

/** Response of `POST /api/v1/workspaces/{workspace}/search`. */
export const foundRecordsSchema = z
  .object({
    data: z.array(foundRecordSchema).describe('The records, best first.'),
    meta: z
      .object({
        has_more: z.boolean().describe('Whether more records match.'),
        took_ms: z.int().describe('Whole milliseconds the search took.'),
        searched: z.array(searchedCopySchema).describe('The copies that were searched; at most 1,000 are listed.'),
        skipped: z.array(skippedCopySchema).describe('The copies that were not searched; at most 1,000 are listed.'),
        capped_at: z.int().optional().describe('Present if the policy of the token cut the records to so many.'),
      })
      .describe('What was searched.'),
  })
  .meta({ id: 'FoundRecords', description: 'Records that match words, of all connections together.' });
