import { type StoredAuditEntry, workspaceless } from '@connectory/control-plane';
import { type AuditEntryBody, auditListQuerySchema } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticateAdmin, authorizeWorkspace, policyOf } from '../http/authenticate.ts';
import { readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/**
 * `GET /api/v1/audit`: what belongs to no workspace. `GET /api/v1/workspaces/{workspace}/audit`: the execute calls and management
 * requests of a workspace that the token may see, newest first.
 */
export function auditRoutes({ controlPlane }: GatewayServices): Router {
  const router = Router();
  router.get('/api/v1/workspaces/:workspace/audit', async (request, response) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const { connection_id: connectionId, ...others } = readQueryAs(request, auditListQuerySchema);
    const policy = policyOf(principal);
    const { items, nextCursor } = await controlPlane.audit.list(id, { ...others, connectionId, policy });
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });
  router.get('/api/v1/audit', async (request, response) => {
    await authenticateAdmin(controlPlane, request);
    const { connection_id: connectionId, ...others } = readQueryAs(request, auditListQuerySchema);
    const { items, nextCursor } = await controlPlane.audit.list(workspaceless, { ...others, connectionId });
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });
  return router;
}

function toBody(entry: StoredAuditEntry): AuditEntryBody {
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    state: entry.state,
    token_id: entry.tokenId,
    connection_id: entry.connectionId,
    connector: entry.connector,
    entity: entry.entity,
    action: entry.action,
    subject_id: entry.subjectId,
    request_id: entry.requestId,
    intent: entry.intent,
    outcome: entry.outcome,
    error_code: entry.errorCode,
    upstream_status: entry.upstreamStatus,
    records: entry.records,
    duration_ms: entry.durationMs,
    dry_run: entry.dryRun,
  };
}
