import { z } from 'zod';
import { idSchema, timeSchema } from './field-types.ts';
import { listOf, listQuerySchema } from './list.ts';

/** One execute call as the audit keeps it; never with params or credentials. */
export const auditEntrySchema = z
  .object({
    id: idSchema,
    at: timeSchema.describe('When the request began.'),
    token_id: z.string().nullable().describe('The token of the request.'),
    connection_id: z.string().nullable().describe('Null when the request named no connection of the workspace.'),
    connector: z.string().nullable().describe('The connector of the connection.'),
    entity: z.string().nullable().describe('As the request named it, whether it exists or not.'),
    action: z.string().nullable().describe('As the request named it, whether it exists or not.'),
    request_id: z.string().describe('The `X-Request-Id` of the answer.'),
    intent: z.string().nullable().describe("Why the caller did it, in the caller's words."),
    outcome: z.int().describe('HTTP status of the answer.'),
    error_code: z.string().nullable().describe('The `code` of the problem; null after a success.'),
    upstream_status: z.int().nullable().describe('HTTP status of the upstream; null when it was not asked.'),
    records: z.int().nullable().describe('Number of records in the answer.'),
    duration_ms: z.int().describe('Duration in milliseconds.'),
    dry_run: z.boolean().describe('Whether the request asked to send nothing.'),
  })
  .meta({
    id: 'AuditEntry',
    description: 'One execute call: who did what through which connection, and how it ended.',
  });

/** One execute call as the audit keeps it. */
export type AuditEntryBody = z.output<typeof auditEntrySchema>;

/** Answer of `GET /api/v1/workspaces/{workspace}/audit`. */
export const auditListSchema = listOf('AuditList', 'A page of audit entries, newest first.', auditEntrySchema);

/** Query parameters of `GET /api/v1/workspaces/{workspace}/audit`. */
export const auditListQuerySchema = listQuerySchema.extend({
  connection_id: idSchema.optional().describe('Only calls through this connection.'),
});
