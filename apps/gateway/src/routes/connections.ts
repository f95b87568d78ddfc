import type { Connection, ConnectionLimits } from '@connectory/control-plane';
import { checkDraft, validateInput } from '@connectory/core';
import {
  type ConnectionBody,
  type ConnectionLimitsBody,
  connectionChangeSchema,
  connectionListQuerySchema,
  newConnectionSchema,
} from '@connectory/openapi';
import { Router } from 'express';
import { chooseAuthentication } from '../choose-authentication.ts';
import { createConnection } from '../create-connection.ts';
import { decideChange } from '../decide-change.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeWorkspace, policyOf } from '../http/authenticate.ts';
import { findConnection, requireAllowed } from '../http/find-connection.ts';
import { installedConnector } from '../http/installed-connector.ts';
import { readBodyAs, readQueryAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';
import { logSyncFaults } from '../log-sync-fault.ts';

const collection = '/api/v1/workspaces/:workspace/connections';

/** `/api/v1/workspaces/{workspace}/connections`: stored accounts. Credentials go in and never come out. */
export function connectionRoutes(services: GatewayServices): Router {
  const { controlPlane, copy, executor, logger, registry, upstream } = services;
  const { connections } = controlPlane;
  const reportFault = logSyncFaults(logger);
  const router = Router();

  const toBody = (connection: Connection): ConnectionBody => ({
    id: connection.id,
    name: connection.name,
    connector: connection.connector,
    vendor: registry.get(connection.connector)?.connector.vendor ?? null,
    authentication: connection.authentication,
    settings: { ...connection.settings },
    limits: { deadline_seconds: connection.limits.deadlineSeconds, answer_bytes: connection.limits.answerBytes },
    state: connection.state,
    state_reason: connection.stateReason,
    state_since: connection.stateSince,
    created_at: connection.createdAt,
    updated_at: connection.updatedAt,
  });

  router.get(collection, async (request, response) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'use');
    const query = readQueryAs(request, connectionListQuerySchema);
    const { items, nextCursor } = await connections.list(id, { ...query, policy: policyOf(principal) });
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });

  router.post(collection, async (request, response) => {
    const { id, principal } = await authorizeWorkspace(controlPlane, request, request.params.workspace, 'manage');
    const body = await readBodyAs(request, newConnectionSchema);
    const connector = installedConnector(registry, body.connector);
    const name = body.name ?? connector.id;
    const policy = policyOf(principal);
    requireAllowed(policy, { connector: connector.id, name });
    const authentication = chooseAuthentication(connector, body.authentication, body.credentials);
    const settings = validateInput(connector.upstream.settings, body.settings ?? {}, ['settings']);
    const draft = { connector, settings, authentication, credentials: body.credentials, workspaceId: id };
    const checked = body.check ? await checkDraft(upstream, draft) : body.credentials;
    const created = await createConnection(services, policy, {
      ...draft,
      name,
      limits: limitsOf(body.limits),
      credentials: checked,
    });
    sendJson(request, response, 201, toBody(created));
  });

  router.get(`${collection}/:id`, async (request, response) => {
    const { connection } = await findConnection(controlPlane, request, 'use');
    sendJson(request, response, 200, toBody(connection));
  });

  router.patch(`${collection}/:id`, async (request, response) => {
    const { connection: stored } = await findConnection(controlPlane, request, 'manage');
    const body = await readBodyAs(request, connectionChangeSchema);
    const connector = installedConnector(registry, stored.connector);
    const decided = await decideChange(connections, connector, stored, body);
    const { settings, authentication, credentials } = decided.draft;
    let { basis } = decided;
    // The vendor may have taken the refresh token that is stored: what came of it is stored even if the check then fails.
    const store = async (renewed: typeof credentials) => {
      const { credentialsVersion: version = 0 } = basis;
      const now = await connections.updateCredentials(stored.workspaceId, stored.id, {
        credentials: renewed,
        ifVersion: version,
      });
      // Otherwise somebody else has replaced them, which the change finds out.
      if (now.values.access_token?.reveal() === renewed.access_token)
        basis = { ...basis, credentialsVersion: now.version };
    };
    const checked = body.check
      ? await checkDraft(upstream, { ...decided.draft, connector }, body.credentials === undefined ? store : undefined)
      : credentials;
    const isOther = body.settings !== undefined || body.credentials !== undefined;
    const change = {
      ...(body.settings !== undefined && { settings }),
      ...(body.limits !== undefined && { limits: { ...stored.limits, ...limitsOf(body.limits) } }),
      ...((body.credentials !== undefined || checked !== credentials) && { credentials: checked, authentication }),
    };
    const changed =
      Object.keys(change).length === 0
        ? stored
        : await connections.change(stored.workspaceId, stored.id, change, basis);
    // Another account or other partitions: what the copy holds of the old ones goes with a full pass only.
    if (isOther && changed.state !== 'reauthorization_required') copy?.request(changed, { full: true, fresh: true });
    sendJson(request, response, 200, toBody(changed));
  });

  router.delete(`${collection}/:id`, async (request, response) => {
    const { connection: stored } = await findConnection(controlPlane, request, 'manage');
    await connections.delete(stored.workspaceId, stored.id);
    await copy?.remove(stored.id).catch((error: unknown) => reportFault(error, stored.id, null));
    sendJson(request, response, 200, toBody(stored));
  });

  router.post(`${collection}/:id/check`, async (request, response) => {
    const { connection: stored } = await findConnection(controlPlane, request, 'manage');
    await executor.check(stored.workspaceId, stored.id);
    sendJson(request, response, 200, toBody((await connections.get(stored.workspaceId, stored.id)) ?? stored));
  });
  return router;
}

function limitsOf(limits: ConnectionLimitsBody = {}): Partial<ConnectionLimits> {
  const { deadline_seconds: deadlineSeconds, answer_bytes: answerBytes } = limits;
  return {
    ...(deadlineSeconds !== undefined && { deadlineSeconds }),
    ...(answerBytes !== undefined && { answerBytes }),
  };
}
