import { z } from 'zod';
import { idSchema, listOf, listQuerySchema, timeSchema } from '../http/schemas.ts';
import { workspacePathSchema } from '../workspaces/schemas.ts';

const kindSchema = z.enum(['execute', 'manage']);
const stateSchema = z.enum(['started', 'finished', 'interrupted']);
const viaSchema = z.enum(['api', 'mcp', 'cli', 'console']);

const auditRecordSchema = z
  .object({
    entity: z.string().describe('The entity of the record.'),
    key: z
      .record(z.string(), z.string())
      .describe('The fields or parameters that identify the record, each value as text, cut to 256 characters.'),
  })
  .meta({ id: 'AuditRecord', description: 'The record that a call was about.' });

const auditActorSchema = z
  .object({
    person: z
      .object({ id: idSchema, name: z.string().describe('Name or e-mail address of the person at that time.') })
      .nullable()
      .describe('The person, by a session or with a token of the person; null for the token of a program.'),
    token: z.string().nullable().describe('ID of the token; null for the admin token.'),
    agent: z.string().nullable().describe('Name of the OAuth client that acted for the person; null without one.'),
  })
  .meta({ id: 'AuditActor', description: 'Who sent a request.' });

/** One request as the audit keeps it; never with credentials, and of the params only the key of the record. */
export const auditEntrySchema = z
  .object({
    id: idSchema,
    at: timeSchema.describe('When the request began.'),
    kind: kindSchema.describe('`execute` for a call of an action, `manage` for a request that may change stored data.'),
    state: stateSchema.describe(
      '`started` while the request runs. `interrupted` if the process ended before the outcome was known: a write may or may not have been carried out.',
    ),
    token_id: z.string().nullable().describe('The token of the request; null for the admin token.'),
    actor: auditActorSchema.describe('Who sent the request.'),
    connection_id: z.string().nullable().describe('Null when the request named no connection of the workspace.'),
    connector: z.string().nullable().describe('The connector of the connection.'),
    entity: z
      .string()
      .nullable()
      .describe(
        'As named in the request, whether it exists or not; for `manage`, the type of resource, such as `tokens`.',
      ),
    action: z
      .string()
      .nullable()
      .describe('As named in the request, whether it exists or not; for `manage`, the operation, such as `create`.'),
    subject_id: z.string().nullable().describe('For `manage`, the ID of the resource.'),
    record: auditRecordSchema
      .nullable()
      .describe(
        'The record that was read by its key, created, changed or deleted, or the preview that was approved; null for any other request.',
      ),
    via: viaSchema.describe('What sent the request: an agent over MCP, the CLI, the console, or another program.'),
    request_id: z.string().describe('The `X-Request-Id` of the response.'),
    intent: z.string().nullable().describe("Why the call was made, in the caller's words."),
    outcome: z.int().nullable().describe('HTTP status of the response; null until the request is finished.'),
    error_code: z.string().nullable().describe('The `code` of the problem; null after a success.'),
    upstream_status: z.int().nullable().describe('HTTP status of the upstream; null if it was not called.'),
    records: z.int().nullable().describe('Number of records in the response.'),
    duration_ms: z.int().nullable().describe('Duration in milliseconds; null until the request is finished.'),
    dry_run: z.boolean().describe('Whether the request was a dry run.'),
  })
  .meta({
    id: 'AuditEntry',
    description: 'One request: who did what through which connection, and how it ended.',
  });

/** One request as the audit keeps it. */
export type AuditEntryBody = z.output<typeof auditEntrySchema>;

/** Response of `GET /api/v1/workspaces/{workspace}/audit`. */
export const auditListSchema = listOf(
  'AuditList',
  'A page of audit entries, newest first. It may hold fewer entries than asked for while there is a next one.',
  auditEntrySchema,
);

/** Path parameters of one entry. */
export const auditEntryPathSchema = workspacePathSchema.extend({ id: idSchema.describe('ID of the entry.') });

/** Query parameters of `GET /api/v1/workspaces/{workspace}/audit`. */
export const auditListQuerySchema = listQuerySchema.extend({
  connection_id: idSchema.optional().describe('Only requests that use or manage this connection.'),
  kind: kindSchema.optional().describe('Only entries of this kind.'),
  state: stateSchema.optional().describe('Only requests in this state.'),
  from: z.iso.datetime({ offset: true }).optional().describe('Only requests that began at this time or later.'),
  to: z.iso.datetime({ offset: true }).optional().describe('Only requests that began before this time.'),
  entity: z.string().min(1).max(128).optional().describe('Only requests with this entity.'),
  action: z.string().min(1).max(128).optional().describe('Only requests with this action.'),
  token_id: idSchema.optional().describe('Only requests of this token.'),
  person: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Only requests of this person: an ID, or the name that entries show.'),
  via: viaSchema.optional().describe('Only requests that were sent this way.'),
  record_key: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Only requests about a record whose key has this value, such as its ID.'),
  failed: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: only requests with an error; `false`: only those without.'),
  outcome: z.coerce
    .number()
    .int()
    .min(100)
    .max(599)
    .optional()
    .describe('Only requests with this HTTP status in their response.'),
});
