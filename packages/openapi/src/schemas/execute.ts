import { z } from 'zod';
import { idSchema } from './field-types.ts';
import { problemSchema } from './problem.ts';

const recordSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'Record', description: 'A record as the upstream gives it; the manifest has its schema.' });

const nextParamsSchema = z.record(z.string(), z.unknown()).nullable();

const recordsResultSchema = z
  .object({
    data: z.array(recordSchema).describe('The records of the page.'),
    meta: z
      .looseObject({
        next_params: nextParamsSchema.describe(
          'What to merge into `params` for the next page; null when there is none.',
        ),
        capped_at: z
          .int()
          .optional()
          .describe("Present when the token's policy cut the page: the most records one call may return."),
      })
      .describe("`next_params` and the connector's own pagination names."),
  })
  .meta({ id: 'ExecuteRecords', description: 'Answer of list and api_search: one page of records.' });

const searchResultSchema = z
  .object({
    data: z
      .array(
        z.record(z.string(), z.unknown()).meta({
          id: 'SearchRecord',
          description: 'The search fields of a record, null where unknown; the manifest lists them.',
        }),
      )
      .describe('The records found, in the order asked for.'),
    meta: z
      .object({
        has_more: z.boolean().describe('Whether more records follow.'),
        cursor: z.string().nullable().describe('`params.cursor` of the next page; null when there is none.'),
        took_ms: z.int().min(0).describe('Milliseconds the search took.'),
        synced_at: z.iso
          .datetime()
          .nullable()
          .describe('Everything older is in the copy; null until a pass has ended without a fault.'),
        next_params: z
          .object({ cursor: z.string().describe('Cursor of the next page.') })
          .nullable()
          .describe('What to merge into `params` for the next page; null when there is none.'),
        capped_at: z
          .int()
          .optional()
          .describe("Present when the token's policy cut the page: the most records one call may return."),
        plan: z
          .object({
            dialect: z.enum(['sqlite', 'postgres']).describe('Database of the store.'),
            sql: z.string().describe('The statement, its values left out.'),
            steps: z.array(z.string()).describe("The database's own plan, a line per step."),
            scans: z.boolean().describe('Whether every record of the entity has to be looked at.'),
          })
          .optional()
          .describe('How the search was answered; present with `explain`.'),
      })
      .describe('How the page ends, and how old the copy is.'),
  })
  .meta({ id: 'ExecuteSearch', description: 'Answer of context_store_search: one page of records of the copy.' });

const recordResultSchema = z
  .object({
    data: recordSchema,
    meta: z
      .looseObject({
        idempotent_replay: z
          .boolean()
          .optional()
          .describe('True when the answer was stored by an earlier request with the same Idempotency-Key.'),
      })
      .describe('What belongs beside the record.'),
  })
  .meta({ id: 'ExecuteRecord', description: 'Answer of get, create, update and delete: one record.' });

const upstreamRequestSchema = z
  .object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('HTTP method.'),
    url: z.string().describe('With its query string.'),
    headers: z.record(z.string(), z.string()).describe('Credentials are masked as `***`.'),
    body: z.unknown().optional().describe('As sent: JSON as a value, a form as its encoded text; absent without one.'),
  })
  .meta({ id: 'UpstreamRequest', description: 'A request that would leave the gateway.' });

/** JSON answer of a dry run. */
export const previewResultSchema = z
  .object({
    data: z
      .object({ requests: z.array(upstreamRequestSchema).describe('In the order in which they would leave.') })
      .describe('What would happen.'),
    meta: z.looseObject({}).describe('Nothing in particular.'),
  })
  .meta({ id: 'ExecutePreview', description: 'Answer of a request with `dry_run`: nothing was sent.' });

/** JSON answer of the execute call: `data` and `meta`, by kind of action. */
export const executeResultSchema = z
  .union([searchResultSchema, recordsResultSchema, recordResultSchema, previewResultSchema])
  .meta({
    id: 'ExecuteResult',
    description: 'The result of the action in `data`, and what belongs beside it in `meta`.',
  });

/** Last line of an `application/x-ndjson` answer. */
export const executeTrailerSchema = z
  .object({
    meta: z
      .object({
        complete: z.boolean().describe('True when every record was sent.'),
        records: z.int().min(0).describe('Number of records sent.'),
        pages: z.int().min(1).describe('Number of pages read.'),
        next_params: nextParamsSchema.describe(
          'What to merge into `params` to go on after the pages read; null when there is no more.',
        ),
        reason: z
          .enum(['error', 'record_cap', 'repeated_page', 'page_cap'])
          .optional()
          .describe(
            "Why the records are not complete: a page failed, the token's policy allows no more records, the upstream named a page again, or there are more pages than one stream follows.",
          ),
        error: problemSchema.optional(),
      })
      .describe('How the stream ended; `error` is there when the reason is `error`.'),
  })
  .meta({ id: 'ExecuteTrailer', description: 'The last line of a stream of records: complete, or why not.' });

/** Last line of an `application/x-ndjson` answer. */
export type ExecuteTrailer = z.output<typeof executeTrailerSchema>;

/** Path parameters of the execute call. */
export const executePathSchema = z.object({
  connector_id: idSchema.describe('Id of the connection; `GET /api/v1/integrations/connectors` lists them.'),
});

const nameSchema = z.string().regex(/^\w{1,100}$/);

/** Path parameters of the address of an action. */
export const executeActionPathSchema = executePathSchema.extend({
  entity: nameSchema.describe('Entity of the connector, in lower snake case.'),
  action: nameSchema.describe('Action of the entity.'),
});
