import {
  type AuditListRequest,
  type ControlPlane,
  hidesData,
  type Principal,
  type StoredAuditEntry,
  workspaceless,
} from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import type { z } from 'zod';
import { type AccessParts, policyOf, tokenIdOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { auditOperations } from './operations.ts';
import type { AuditEntryBody, auditListQuerySchema } from './schemas.ts';

/** Dependencies of the audit routes. */
export interface AuditParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'audit'>;
}

/**
 * `/api/v1/audit`: entries that belong to no workspace. `/api/v1/workspaces/{workspace}/audit`: the execute calls and management requests
 * of a workspace that the token may see, newest first.
 */
export function auditRoutes({ controlPlane }: AuditParts): Router {
  const routes = new OperationRouter(controlPlane);
  routes.json(auditOperations.listAuditEntries, async ({ workspace, principal, query }) => {
    const filter = { ...filterOf(query()), policy: policyOf(principal) };
    if (filter.recordKey !== undefined) requireShownKeys(principal);
    const { items, nextCursor } = await controlPlane.audit.list(workspace.id, filter);
    return { data: items.map((entry) => shownEntry(entry, principal)), meta: { next_cursor: nextCursor } };
  });
  routes.json(auditOperations.getAuditEntry, async ({ workspace, principal, path }) => {
    const entry = await controlPlane.audit.get(workspace.id, path.id, policyOf(principal));
    if (entry !== null) return shownEntry(entry, principal);
    throw new GatewayError('not_found', 'The workspace has no audit entry with that ID. List its entries.');
  });
  routes.json(auditOperations.listGatewayAuditEntries, async ({ query }) => {
    const { items, nextCursor } = await controlPlane.audit.list(workspaceless, filterOf(query()));
    return { data: items.map(auditEntryBody), meta: { next_cursor: nextCursor } };
  });
  return routes.router;
}

function filterOf({
  connection_id: connectionId,
  token_id: tokenId,
  record_key: recordKey,
  failed,
  ...others
}: z.output<typeof auditListQuerySchema>): AuditListRequest {
  return { ...others, connectionId, tokenId, recordKey, ...(failed !== undefined && { failed: failed === 'true' }) };
}

/** An entry as it is shown to a principal: if the policy hides data, without what calls of others say of records. */
function shownEntry(entry: StoredAuditEntry, principal: Principal): AuditEntryBody {
  const body = auditEntryBody(entry);
  if (!hidesData(policyOf(principal)) || entry.tokenId === tokenIdOf(principal)) return body;
  return { ...body, record: null, intent: null, records: null };
}

function requireShownKeys(principal: Principal): void {
  if (!hidesData(policyOf(principal))) return;
  const message = 'cannot be used by a token whose policy hides data';
  throw new GatewayError('forbidden', `record_key ${message}: it could find out which records there are.`, {
    errors: [{ field: '/query/record_key', message, error_code: 'not_allowed' }],
  });
}

/** An entry as it is shown. */
export function auditEntryBody(entry: StoredAuditEntry): AuditEntryBody {
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    state: entry.state,
    token_id: entry.tokenId,
    actor: { ...entry.actor, token: entry.tokenId },
    connection_id: entry.connectionId,
    connector: entry.connector,
    entity: entry.entity,
    action: entry.action,
    subject_id: entry.subjectId,
    record:
      entry.recordKey === null || entry.entity === null ? null : { entity: entry.entity, key: { ...entry.recordKey } },
    via: entry.via,
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
