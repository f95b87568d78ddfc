import type { Policy, Token } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import {
  type CreatedTokenBody,
  listQuerySchema,
  newTokenSchema,
  type PolicyBody,
  type TokenBody,
} from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeWorkspace } from '../http/authenticate.ts';
import { readBodyAs, readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

/** `/api/v1/workspaces/{workspace}/tokens`: create, list and revoke. The text of a token is shown once. */
export function tokenRoutes({ controlPlane }: GatewayServices): Router {
  const { tokens } = controlPlane;
  const router = Router();
  router.get('/api/v1/workspaces/:workspace/tokens', async (request, response) => {
    const { id } = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
    const { items, nextCursor } = await tokens.list(id, readQueryAs(request, listQuerySchema));
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });
  router.post('/api/v1/workspaces/:workspace/tokens', async (request, response) => {
    const { id } = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
    const { name, expires_at: expiresAt, policy } = await readBodyAs(request, newTokenSchema);
    requireFuture(expiresAt);
    const { token, text } = await tokens.create(id, {
      name,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(policy !== undefined && { policy: fromBody(policy) }),
    });
    const body: CreatedTokenBody = { ...toBody(token), token: text.reveal() };
    sendJson(request, response, 201, body);
  });
  router.delete('/api/v1/workspaces/:workspace/tokens/:id', async (request, response) => {
    const workspace = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
    sendJson(request, response, 200, toBody(await tokens.revoke(workspace.id, request.params.id)));
  });
  return router;
}

function requireFuture(expiresAt: string | undefined): void {
  if (expiresAt === undefined || Date.parse(expiresAt) > Date.now()) return;
  const message = 'must be in the future';
  throw new GatewayError('invalid_params', `expires_at ${message}.`, {
    errors: [{ field: '/expires_at', message, error_code: 'custom' }],
  });
}

function fromBody({
  read_only: readOnly,
  max_records: maxRecords,
  calls_per_minute: callsPerMinute,
  calls_per_day: callsPerDay,
  ...lists
}: PolicyBody): Policy {
  return {
    ...lists,
    ...(readOnly !== undefined && { readOnly }),
    ...(maxRecords !== undefined && { maxRecords }),
    ...(callsPerMinute !== undefined && { callsPerMinute }),
    ...(callsPerDay !== undefined && { callsPerDay }),
  };
}

function toBody({ id, name, policy, createdAt, expiresAt, revokedAt }: Token): TokenBody {
  const { readOnly, connectors, entities, actions, maxRecords, callsPerMinute, callsPerDay } = policy;
  return {
    id,
    name,
    policy: {
      read_only: readOnly,
      connectors: connectors && [...connectors],
      entities: entities && [...entities],
      actions: actions && [...actions],
      max_records: maxRecords,
      calls_per_minute: callsPerMinute,
      calls_per_day: callsPerDay,
    },
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  };
}
