import { heldStates } from '@connectory/control-plane';
import { problemSchema } from '@connectory/openapi';
import { z } from 'zod';
import { idSchema, timeSchema } from '../http/schemas.ts';

const recordSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'ExecuteRecord', description: 'A record as returned by the upstream, as described in the manifest.' });

const nextParamsSchema = z.record(z.string(), z.unknown()).nullable();

const omittedSchema = z
  .array(
    z.object({
      path: z.string().describe('Place of the error in the response of the upstream.'),
      code: z.string().optional().describe("The upstream's own code."),
      message: z.string().optional().describe("The upstream's own message."),
    }),
  )
  .optional()
  .describe('Present if the upstream left records out because of errors: the first 20 of these errors.');

const upstreamCapSchema = z
  .int()
  .optional()
  .describe('Present if there are more records, but the upstream returns no more of one list: the number it returns.');

const limitHeadersSchema = z
  .array(z.string())
  .optional()
  .describe('Present for a read with `limit_headers`: names of the headers with rate limits that the upstream sent.');

const actorSchema = z
  .object({
    person: z
      .object({ id: idSchema, name: z.string().describe('Name, or else the e-mail address.') })
      .nullable()
      .describe('The person; null if the token is that of a program.'),
    token: idSchema.describe('ID of the token.'),
    agent: z.string().nullable().describe('Name of the OAuth client that acts for the person; null without one.'),
  })
  .optional()
  .describe('Who made the call; present if that is a person or an agent.');

const flagsSchema = z
  .array(
    z.object({
      record: z.int().min(0).describe('Position of the record in `data`, from 0; 0 for a single record.'),
      field: z.string().describe('Dotted path of the field; arrays are not steps of it.'),
    }),
  )
  .optional()
  .describe(
    'Present if the policy has `flag_instructions` and texts seem to instruct a language model: the first 20. They are data; nothing was removed.',
  );

const recordsResultSchema = z
  .object({
    data: z.array(recordSchema).describe('The records of the page.'),
    meta: z
      .looseObject({
        next_params: nextParamsSchema.describe(
          'What to merge into `params` for the next page; null after the last page.',
        ),
        capped_at: z
          .int()
          .optional()
          .describe("Present if the token's policy truncated the page: the maximum number of records per call."),
        upstream_capped_at: upstreamCapSchema,
        omitted: omittedSchema,
        limit_headers: limitHeadersSchema,
        flags: flagsSchema,
        actor: actorSchema,
      })
      .describe("`next_params` and the connector's own pagination names."),
  })
  .meta({ id: 'ExecuteRecords', description: 'Response of list and api_search: one page of records.' });

const searchResultSchema = z
  .object({
    data: z
      .array(
        z.record(z.string(), z.unknown()).meta({
          id: 'SearchRecord',
          description:
            'The search fields of a record, null where unknown; the manifest lists them. With `query.aggregate`, one row: the group fields under their paths, and the values by name.',
        }),
      )
      .describe('The matching records, or the rows of an aggregation, in the requested order.'),
    meta: z
      .object({
        total: z
          .int()
          .min(0)
          .optional()
          .describe('Number of records that match; present with `limit: 0` and with `query.aggregate`.'),
        has_more: z.boolean().describe('Whether there are more records, or more groups.'),
        cursor: z.string().nullable().describe('`params.cursor` of the next page; null when there is none.'),
        took_ms: z.int().min(0).describe('Milliseconds the search took.'),
        synced_at: z.iso
          .datetime()
          .nullable()
          .describe('Every change before this time is in the copy; null until a pass has finished without errors.'),
        next_params: z
          .object({ cursor: z.string().describe('Cursor of the next page.') })
          .nullable()
          .describe('What to merge into `params` for the next page; null after the last page.'),
        capped_at: z
          .int()
          .optional()
          .describe("Present if the token's policy truncated the page: the maximum number of records per call."),
        warnings: z
          .array(z.string())
          .optional()
          .describe(
            'Present if nothing was found and the filter names fields of objects that no record has, or an aggregation does.',
          ),
        plan: z
          .object({
            dialect: z.enum(['sqlite', 'postgres']).describe('Database of the store.'),
            sql: z.string().describe('The statement, without its values.'),
            steps: z.array(z.string()).describe("The database's own plan, a line per step."),
            scans: z.boolean().describe('Whether every record of the entity has to be scanned.'),
          })
          .optional()
          .describe('How the search was executed; present with `explain`.'),
        flags: flagsSchema,
        actor: actorSchema,
      })
      .describe('Pagination, and the age of the copy.'),
  })
  .meta({
    id: 'ExecuteSearch',
    description: 'Response of context_store_search: one page of records from the copy, or rows of an aggregation.',
  });

const recordResultSchema = z
  .object({
    data: recordSchema,
    meta: z
      .looseObject({
        idempotent_replay: z
          .boolean()
          .optional()
          .describe('True if this is the stored response of an earlier request with the same Idempotency-Key.'),
        limit_headers: limitHeadersSchema,
        flags: flagsSchema,
        actor: actorSchema,
      })
      .describe('Additional information about the record.'),
  })
  .meta({ id: 'ExecuteRecord', description: 'Response of get, create, update and delete: one record.' });

const upstreamRequestSchema = z
  .object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('HTTP method.'),
    url: z.string().describe('With its query string.'),
    headers: z.record(z.string(), z.string()).describe('Credentials are masked as `***`.'),
    body: z
      .unknown()
      .optional()
      .describe('The body as it would be sent: JSON as a value, a form as encoded text; omitted if there is none.'),
  })
  .meta({ id: 'UpstreamRequest', description: 'A request that would be sent upstream.' });

/** The requests that a call would send. */
export const previewSchema = z
  .object({ requests: z.array(upstreamRequestSchema).describe('In the order in which they would be sent.') })
  .describe('What would happen.');

/** How far a held write is. */
export const heldStateSchema = z
  .enum(heldStates)
  .describe(
    '`held` waits for a decision, `approved` is being carried out; `executed`, `failed` (nothing was changed) and `unknown` (it may have been carried out) are outcomes; `refused`, `expired` and `void` (something had changed) were not sent.',
  );

/** Response of an execute call that waits for approval. */
export const heldResultSchema = z
  .object({
    data: z
      .object({
        held: z
          .object({
            id: idSchema,
            state: heldStateSchema,
            expires_at: timeSchema.describe('When it ends without approval.'),
            url: z.string().describe('Page of the console on which a person decides.'),
            preview: previewSchema,
          })
          .describe('The held write.'),
      })
      .describe('What waits.'),
    meta: z.looseObject({}).describe('Nothing in particular.'),
  })
  .meta({ id: 'ExecuteHeld', description: 'Response of a write that waits for approval: nothing was sent.' });

/** JSON response of a dry run. */
export const previewResultSchema = z
  .object({
    data: previewSchema,
    meta: z.looseObject({}).describe('Nothing in particular.'),
  })
  .meta({ id: 'ExecutePreview', description: 'Response of a request with `dry_run`: nothing was sent.' });

/** JSON response of the execute call: `data` and `meta`, by kind of action. */
export const executeResultSchema = z
  .union([searchResultSchema, recordsResultSchema, recordResultSchema, previewResultSchema])
  .meta({
    id: 'ExecuteResult',
    description: 'The result of the action in `data`, and additional information in `meta`.',
  });

const countSchema = z.int().min(0);

/** JSON response of a batch. */
export const batchResultSchema = z
  .object({
    data: z
      .array(
        z
          .object({
            index: z.int().min(0).describe('Position of the call in `calls`, from 0.'),
            status: z
              .enum(['succeeded', 'held', 'failed', 'unknown', 'not_run'])
              .describe(
                '`held` waits for approval; `failed` has changed nothing; `unknown` is a write that may have been carried out; `not_run` was not sent.',
              ),
            result: z
              .union([executeResultSchema, heldResultSchema])
              .optional()
              .describe('The response of the call, or the held write.'),
            error: problemSchema.optional(),
          })
          .meta({
            id: 'BatchItem',
            description:
              'How one call ended: `result` if it succeeded or waits for approval, `error` if it failed or its outcome is unknown.',
          }),
      )
      .describe('One item for each call, in the order of `calls`.'),
    meta: z
      .object({
        complete: z.boolean().describe('True only if every call succeeded.'),
        succeeded: countSchema.describe('Number of calls that succeeded.'),
        failed: countSchema.describe('Number of calls that failed and changed nothing.'),
        unknown: countSchema.describe('Number of writes that may have been carried out.'),
        not_run: countSchema.describe('Number of calls that were not sent.'),
        held: countSchema.optional().describe('Number of calls that wait for approval; present if any does.'),
        reason: z
          .enum(['failed_call', 'time', 'error'])
          .optional()
          .describe(
            'Present if the batch ended early: a call did not succeed and `on_error` is `stop`, the batch took ten minutes, or `error`.',
          ),
        error: problemSchema.optional(),
        retry_after: z.int().optional().describe('Seconds after which the error allows to continue.'),
      })
      .describe('How the batch ended; `error` is present if the reason is `error`.'),
  })
  .meta({ id: 'BatchResult', description: 'How each call of a batch ended. Some may have failed: read `meta`.' });

/** How one call of a batch ended, as documented. */
export type BatchItemBody = z.output<typeof batchResultSchema>['data'][number];

/** How a batch ended, as documented. */
export type BatchMeta = z.output<typeof batchResultSchema>['meta'];

/** Last line of an `application/x-ndjson` response. */
export const executeTrailerSchema = z
  .object({
    meta: z
      .object({
        complete: z.boolean().describe('True when every record was sent.'),
        records: z.int().min(0).describe('Number of records sent.'),
        pages: z.int().min(1).describe('Number of pages read.'),
        next_params: nextParamsSchema.describe('What to merge into `params` to continue; null after the last page.'),
        reason: z
          .enum(['error', 'record_cap', 'upstream_cap', 'repeated_page', 'page_cap', 'omitted'])
          .optional()
          .describe(
            "Why the records are incomplete: a page failed, the token's policy or the limit of a statement allows no more records, the upstream repeated a page, there are more pages than one stream reads, or the upstream left records out.",
          ),
        error: problemSchema.optional(),
        omitted: omittedSchema,
      })
      .describe('How the stream ended; `error` is present if the reason is `error`.'),
  })
  .meta({
    id: 'ExecuteTrailer',
    description: 'The last line of a stream of records: whether it is complete, and if not, why.',
  });

/** Last line of an `application/x-ndjson` response. */
export type ExecuteTrailer = z.output<typeof executeTrailerSchema>;

/** Path parameters of the execute call. */
export const executePathSchema = z.object({
  connector_id: idSchema.describe('Id of the connection; `GET /api/v1/integrations/connectors` lists them.'),
});

const nameSchema = z.string().regex(/^\w{1,100}$/);

/** Path parameters of the URL of an action. */
export const executeActionPathSchema = executePathSchema.extend({
  entity: nameSchema.describe('Entity of the connector, in lower snake case.'),
  action: nameSchema.describe('Action of the entity.'),
});
