import { z } from 'zod';

/** The most characters of one dotted field path, the most paths of a selection, and the most characters of an intent. */
export const executeBounds = { maxPath: 200, maxPaths: 200, maxIntent: 512 };
const { maxPath, maxPaths, maxIntent } = executeBounds;
const maxNameLength = 100;

/** Names of fields from the record inwards, with a dot between each two. */
export const dottedPath: RegExp = /^[^.]+(\.[^.]+)*$/;

// JSON Schema counts code points. Most texts are short enough in UTF-16 units already.
const isWithin = (text: string, most: number) =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most);

function textOf(most: number): z.ZodString {
  const message = `must be a string of at most ${most} characters`;
  return z
    .string(message)
    .refine((text) => isWithin(text, most), message)
    .meta({ maxLength: most });
}

const pathsMessage = `must be at most ${maxPaths} dotted field paths`;
const pathSchema = z
  .string(pathsMessage)
  .regex(dottedPath, pathsMessage)
  .refine((path) => isWithin(path, maxPath), pathsMessage)
  .meta({ maxLength: maxPath });
const pathsSchema = z.array(pathSchema, pathsMessage).max(maxPaths, pathsMessage).nullable().optional();
const booleanSchema = z.boolean('must be true or false');

/** Inputs of an action, without its entity and name. */
const sharedMembers = {
  params: z
    .record(z.string(), z.unknown(), 'must be an object')
    .nullable()
    .optional()
    .describe('Parameters of the action, named exactly as in the manifest; null is the same as omitted.'),
  select_fields: pathsSchema.describe(
    'Dotted paths of the only fields to return with the key; takes precedence over `exclude_fields`. Paths that do not occur are ignored.',
  ),
  exclude_fields: pathsSchema.describe('Dotted paths of fields to leave out of the response; the key stays.'),
  intent: textOf(maxIntent).nullable().optional().describe('Why the call is made; kept in the audit.'),
};

/** Body of the execute call (contract: execute request envelope): what the gateway reads, and what its document shows. */
export const executeRequestSchema = z
  .strictObject({
    entity: textOf(maxNameLength).describe(
      'Entity of the connector, in lower snake case; `GET /api/v1/connectors/{id}` lists them.',
    ),
    action: textOf(maxNameLength).describe(
      'One of list, get, create, update, delete, api_search, context_store_search, download and upload, where the entity offers it.',
    ),
    ...sharedMembers,
    dry_run: booleanSchema
      .optional()
      .describe('Return the upstream requests that would be sent, without sending them.'),
    limit_headers: booleanSchema
      .optional()
      .describe(
        'Return also, for a read, the names of the response headers with rate limits that the upstream sent, without their values; for verifying a connector.',
      ),
    skip_truncation: booleanSchema.nullable().optional().describe('Accepted from existing clients; has no effect.'),
  })
  .meta({ id: 'ExecuteRequest', description: 'One action on one entity.' });

const maxBatchCalls = 1_000;

const batchCallSchema = executeRequestSchema
  .omit({ dry_run: true, limit_headers: true, skip_truncation: true })
  .meta({ id: 'BatchCall', description: 'One call of a batch: an execute request without options for the whole.' });

/** Body of a batch: calls of one connection, and how to run them. */
export const batchRequestSchema = z
  .strictObject({
    calls: z
      .array(batchCallSchema)
      .min(1)
      .max(maxBatchCalls)
      .describe('The calls. None is sent unless all are valid; files cannot be part of a batch.'),
    order: z
      .enum(['parallel', 'sequential'])
      .optional()
      .describe('`parallel` (default) runs several calls at a time; `sequential` runs one after the other.'),
    on_error: z
      .enum(['continue', 'stop'])
      .optional()
      .describe('`continue` (default) runs every call; `stop` begins no further call after one that did not succeed.'),
    dry_run: booleanSchema.optional().describe('Return the upstream requests of every call, without sending them.'),
  })
  .meta({ id: 'BatchRequest', description: 'Up to 1,000 calls of one connection.' });

/** Body of a call at the URL of an action: the execute request without what the URL contains. */
export const executeActionRequestSchema = z
  .strictObject(sharedMembers)
  .meta({ id: 'ExecuteActionRequest', description: 'The parameters of an action, at its own URL.' });

const maxRows = 10_000;

/** Parameters of `context_store_sql_query`: one SELECT statement, and how many of its rows to return. */
export const sqlParamsSchema = z.strictObject({
  sql: textOf(100_000).min(1, 'must be a SELECT statement').describe('One SELECT statement.'),
  limit: z.int().min(1).max(maxRows).nullable().optional().describe('Maximum number of rows; 1,000 by default.'),
});

/** Body of a statement over the copies of a workspace. */
export const sqlRequestSchema = sqlParamsSchema
  .extend({
    max_staleness: z
      .int()
      .min(1)
      .max(31_536_000)
      .nullable()
      .optional()
      .describe('Maximum age of each table in seconds: an older one fails with `copy_too_old`.'),
    intent: sharedMembers.intent,
  })
  .meta({ id: 'SqlRequest', description: 'A statement over the copies of a workspace.' });
