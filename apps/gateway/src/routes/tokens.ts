import type { Policy, Principal, Token, TokenMaker } from '@connectory/control-plane';
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
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const page = readQueryAs(request, listQuerySchema);
    const { items, nextCursor } = await tokens.list(id, page, makerOf(principal));
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });
  router.post('/api/v1/workspaces/:workspace/tokens', async (request, response) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const { name, expires_at: expiresAt, policy } = await readBodyAs(request, newTokenSchema);
    requireFuture(expiresAt);
    const newToken = {
      name,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(policy !== undefined && { policy: fromBody(policy) }),
    };
    const { token, text } = await tokens.create(id, newToken, makerOf(principal));
    const body: CreatedTokenBody = { ...toBody(token), token: text.reveal() };
    sendJson(request, response, 201, body);
  });
  router.delete('/api/v1/workspaces/:workspace/tokens/:id', async (request, response) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const revoked = await tokens.revoke(id, request.params.id, makerOf(principal));
    sendJson(request, response, 200, toBody(revoked));
  });
  return router;
}

const makerOf = (principal: Principal): TokenMaker | undefined => (principal.kind === 'token' ? principal : undefined);

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
  const { manage, readOnly, connectors, entities, actions, effects, maxRecords, callsPerMinute, callsPerDay } = policy;
  return {
    id,
    name,
    policy: {
      manage,
      read_only: readOnly,
      connectors: connectors && [...connectors],
      entities: entities && [...entities],
      actions: actions && [...actions],
      effects: effects && { allow: effects.allow && [...effects.allow], deny: effects.deny && [...effects.deny] },
      max_records: maxRecords,
      calls_per_minute: callsPerMinute,
      calls_per_day: callsPerDay,
    },
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  };
}
