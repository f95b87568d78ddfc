import type { Connection, ConnectionLimits } from '@connectory/control-plane';
import { checkDraft, type RegisteredConnector, validateInput } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import {
  type ConnectionBody,
  type ConnectionLimitsBody,
  connectionChangeSchema,
  connectionListQuerySchema,
  newConnectionSchema,
} from '@connectory/openapi';
import { Router } from 'express';
import { chooseAuthentication } from '../choose-authentication.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authorizeWorkspace } from '../http/authenticate.ts';
import { findConnection } from '../http/find-connection.ts';
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

  const registered = (id: string): RegisteredConnector => {
    const found = registry.get(id);
    if (found !== undefined) return found;
    const names = registry.all().map(({ connector }) => connector.id);
    throw new GatewayError('connector_not_found', `This gateway has no connector "${id}". It has ${names.join(', ')}.`);
  };
  const storedCredentials = async ({ workspaceId, id }: Connection) => {
    const stored = await connections.credentials(workspaceId, id);
    return Object.fromEntries(Object.entries(stored?.values ?? {}).map(([name, value]) => [name, value.reveal()]));
  };
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
    const { id } = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
    const { items, nextCursor } = await connections.list(id, readQueryAs(request, connectionListQuerySchema));
    sendJson(request, response, 200, { data: items.map(toBody), meta: { next_cursor: nextCursor } });
  });

  router.post(collection, async (request, response) => {
    const { id } = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
    const body = await readBodyAs(request, newConnectionSchema);
    const { connector } = registered(body.connector);
    const authentication = chooseAuthentication(connector, body.authentication, body.credentials);
    const settings = validateInput(connector.upstream.settings, body.settings ?? {}, ['settings']);
    const draft = { connector, settings, authentication, credentials: body.credentials, workspaceId: id };
    const credentials = body.check ? await checkDraft(upstream, draft) : body.credentials;
    const name = body.name ?? connector.id;
    const created = await connections.create(id, {
      connector: connector.id,
      name,
      authentication,
      settings,
      limits: limitsOf(body.limits),
      credentials,
    });
    copy?.request(created);
    sendJson(request, response, 201, toBody(created));
  });

  router.get(`${collection}/:id`, async (request, response) => {
    sendJson(request, response, 200, toBody(await findConnection(controlPlane, request)));
  });

  router.patch(`${collection}/:id`, async (request, response) => {
    const stored = await findConnection(controlPlane, request);
    const body = await readBodyAs(request, connectionChangeSchema);
    const { connector } = registered(stored.connector);
    const settings =
      body.settings === undefined
        ? stored.settings
        : validateInput(connector.upstream.settings, body.settings, ['settings']);
    const authentication =
      body.credentials === undefined
        ? stored.authentication
        : chooseAuthentication(connector, body.authentication, body.credentials);
    const given = body.credentials ?? (await storedCredentials(stored));
    const checked = body.check
      ? await checkDraft(upstream, {
          connector,
          settings,
          authentication,
          credentials: given,
          workspaceId: stored.workspaceId,
        })
      : given;
    if (body.settings !== undefined) await connections.updateSettings(stored.workspaceId, stored.id, settings);
    if (body.limits !== undefined) {
      await connections.updateLimits(stored.workspaceId, stored.id, { ...stored.limits, ...limitsOf(body.limits) });
    }
    if (body.credentials !== undefined || checked !== given) {
      await connections.updateCredentials(stored.workspaceId, stored.id, { credentials: checked, authentication });
    }
    const changed = (await connections.get(stored.workspaceId, stored.id)) ?? stored;
    // Another account or other partitions: what the copy holds of the old ones goes with a full pass only.
    const isOther = body.settings !== undefined || body.credentials !== undefined;
    if (isOther && changed.state !== 'reauthorization_required') copy?.request(changed, { full: true, fresh: true });
    sendJson(request, response, 200, toBody(changed));
  });

  router.delete(`${collection}/:id`, async (request, response) => {
    const stored = await findConnection(controlPlane, request);
    await connections.delete(stored.workspaceId, stored.id);
    await copy?.remove(stored.id).catch((error: unknown) => reportFault(error, stored.id, null));
    sendJson(request, response, 200, toBody(stored));
  });

  router.post(`${collection}/:id/check`, async (request, response) => {
    const stored = await findConnection(controlPlane, request);
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
