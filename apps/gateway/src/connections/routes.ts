import type { Connector } from '@connectory/connector-sdk';
import type { Connection, ConnectionLimits, ConnectionSync, ControlPlane, Policy } from '@connectory/control-plane';
import { type ContextCopy, checkDraft, type Executor, type Registry, validSettings } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { UpstreamClient } from '@connectory/upstream';
import type { Router } from 'express';
import type { Logger } from 'pino';
import { type AccessParts, authorizeWorkspace, policyOf } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { requireCopied } from '../own-fields/routes.ts';
import { logSyncErrors } from '../telemetry/logger.ts';
import { chooseAuthentication } from './choose-authentication.ts';
import { findConnection, installedConnector, requireAllowed, shownConnection } from './find-connection.ts';
import { connectionOperations } from './operations.ts';
import type { ConnectionBody, ConnectionLimitsBody, ConnectionSyncBody, ConnectorInstanceBody } from './schemas.ts';
import { accountChange, createConnection } from './write-connection.ts';

/** Dependencies of the routes of connections. */
export interface ConnectionParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly executor: Executor;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly upstream: UpstreamClient;
}

/** `/api/v1/workspaces/{workspace}/connections`: stored accounts. Credentials are write-only. */
export function connectionRoutes(services: ConnectionParts): Router {
  const { controlPlane, copy, executor, logger, registry, upstream } = services;
  const { connections } = controlPlane;
  const logError = logSyncErrors(logger);
  const routes = new OperationRouter(controlPlane);

  const toBody = (stored: Connection, policy: Policy): ConnectionBody => {
    const connection = shownConnection(stored, policy);
    return {
      id: connection.id,
      name: connection.name,
      connector: connection.connector,
      vendor: registry.get(connection.connector)?.connector.vendor ?? null,
      authentication: connection.authentication,
      settings: { ...connection.settings },
      limits: { deadline_seconds: connection.limits.deadlineSeconds, response_bytes: connection.limits.responseBytes },
      sync: syncBody(connection.sync),
      account: connection.account,
      paused: connection.paused,
      state: connection.state,
      state_reason: connection.stateReason,
      state_since: connection.stateSince,
      created_at: connection.createdAt,
      updated_at: connection.updatedAt,
    };
  };

  routes.json(connectionOperations.listConnections, async ({ workspace, principal, query }) => {
    const policy = policyOf(principal);
    const { items, nextCursor } = await connections.list(workspace.id, { ...query(), policy });
    return { data: items.map((one) => toBody(one, policy)), meta: { next_cursor: nextCursor } };
  });

  routes.json(connectionOperations.createConnection, async ({ workspace, principal, ...call }) => {
    const body = await call.body();
    const connector = installedConnector(registry, body.connector);
    const name = body.name ?? connector.id;
    const policy = policyOf(principal);
    requireAllowed(policy, { connector: connector.id, name });
    const authentication = chooseAuthentication(connector, body.authentication, body.credentials);
    const settings = await validSettings(connector, body.settings ?? {});
    await requireCopied(services, connector.id, body.sync?.entities);
    requireInterval(connector, body.sync);
    const draft = { connector, settings, authentication, credentials: body.credentials, workspaceId: workspace.id };
    const checked = body.check ? await checkDraft(upstream, draft) : { credentials: body.credentials };
    const created = await createConnection(services, policy, {
      ...draft,
      name,
      limits: limitsOf(body.limits),
      sync: syncOf(body.sync),
      ...checked,
    });
    return toBody(created, policy);
  });

  routes.json(connectionOperations.getConnection, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    return toBody(connection, policy);
  });

  routes.json(connectionOperations.updateConnection, async (call) => {
    const { connection: stored, policy } = await findConnection(controlPlane, call);
    const body = await call.body();
    const connector = installedConnector(registry, stored.connector);
    if (body.name !== undefined) requireAllowed(policy, { connector: connector.id, name: body.name });
    await requireCopied(services, stored, body.sync?.entities);
    requireInterval(connector, body.sync);
    const isOther = body.settings !== undefined || body.credentials !== undefined;
    const account = isOther ? await accountChange(services, connector, stored, body) : { change: {}, basis: {} };
    const change = {
      ...account.change,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.paused !== undefined && { paused: body.paused }),
      ...(body.sync !== undefined && { sync: syncOf(body.sync) }),
      ...(body.limits !== undefined && { limits: { ...stored.limits, ...limitsOf(body.limits) } }),
    };
    const changed =
      Object.keys(change).length === 0
        ? stored
        : await connections.change(stored.workspaceId, stored.id, change, account.basis);
    if (changed.paused) copy?.pause(changed.id);
    // After a change of account or partitions, only a full pass removes the old records from the copy.
    else if (isOther) await copy?.request(changed, { full: true, fresh: true });
    else if (stored.paused) await copy?.request(changed);
    else await readChosen(copy, stored, changed);
    return toBody(changed, policy);
  });

  routes.json(connectionOperations.deleteConnection, async (call) => {
    const { connection: stored, policy } = await findConnection(controlPlane, call);
    await connections.delete(stored.workspaceId, stored.id);
    await copy?.remove(stored.id).catch((error: unknown) => logError(error, stored.id, null));
    return toBody(stored, policy);
  });

  routes.json(connectionOperations.checkConnection, async (call) => {
    const { connection: stored, policy } = await findConnection(controlPlane, call);
    await executor.check(stored.workspaceId, stored.id);
    return toBody((await connections.get(stored.workspaceId, stored.id)) ?? stored, policy);
  });
  return routes.router;
}

// Other entities have nothing to read again.
async function readChosen(copy: ContextCopy | undefined, before: Connection, after: Connection): Promise<void> {
  const choiceOf = ({ sync }: Connection, entity: string) => JSON.stringify(sync.entities?.[entity]?.fields ?? null);
  const names = new Set([before, after].flatMap(({ sync }) => Object.keys(sync.entities ?? {})));
  const entities = [...names].filter(
    (name) => choiceOf(before, name) !== choiceOf(after, name) && after.sync.entities?.[name]?.enabled !== false,
  );
  if (entities.length > 0) await copy?.request(after, { entities });
}

function limitsOf(limits: ConnectionLimitsBody = {}): Partial<ConnectionLimits> {
  const { deadline_seconds: deadlineSeconds, response_bytes: responseBytes } = limits;
  return {
    ...(deadlineSeconds !== undefined && { deadlineSeconds }),
    ...(responseBytes !== undefined && { responseBytes }),
  };
}

/** Throws `invalid_params` for passes that are more frequent than the vendor has requests for. */
function requireInterval(
  { vendor, upstream }: Connector,
  { interval_minutes: interval, entities = {} }: ConnectionSyncBody = {},
): void {
  const minimum = (upstream.limits?.minInterval ?? 0) / 60;
  const byEntity = Object.entries(entities).map(
    ([name, { interval_minutes: own }]) => [`/sync/entities/${name}/interval_minutes`, own] as const,
  );
  const tooShort = [['/sync/interval_minutes', interval] as const, ...byEntity].filter(
    ([, minutes = minimum]) => minutes < minimum,
  );
  if (tooShort.length === 0) return;
  const message = `must be at least ${minimum}`;
  throw new GatewayError(
    'invalid_params',
    `${vendor} accepts few requests per day, so the minutes between passes ${message}.`,
    { errors: tooShort.map(([field]) => ({ field, message, error_code: 'too_small' })) },
  );
}

function syncOf({ interval_minutes: intervalMinutes, share, entities = {} }: ConnectionSyncBody = {}): ConnectionSync {
  const schedule = ({ interval_minutes: own, ...one }: NonNullable<ConnectionSyncBody['entities']>[string]) => ({
    ...one,
    intervalMinutes: own,
  });
  const byEntity = Object.entries(entities).map(([name, one]) => [name, schedule(one)] as const);
  return { intervalMinutes, share, entities: Object.fromEntries(byEntity) };
}

function syncBody({ intervalMinutes, share, entities = {} }: ConnectionSync): ConnectionSyncBody {
  const minutes = (value: number | undefined) => (value === undefined ? {} : { interval_minutes: value });
  const byEntity = Object.entries(entities).map(([name, { intervalMinutes: own, enabled = true, fields }]) => [
    name,
    { ...minutes(own), enabled, ...(fields !== undefined && { fields: [...fields] }) },
  ]);
  return { ...minutes(intervalMinutes), ...(share !== undefined && { share }), entities: Object.fromEntries(byEntity) };
}

/** `/api/v1/integrations/connectors`: the connections of a workspace with the connector ids that execute takes. */
export function integrationRoutes({
  controlPlane,
  registry,
}: Pick<ConnectionParts, 'controlPlane' | 'registry'>): Router {
  const routes = new OperationRouter(controlPlane);
  routes.json(connectionOperations.listConnectorInstances, async ({ request, principal, query }) => {
    const { workspace_name: named, ...page } = query();
    const name = named ?? (principal.kind === 'token' ? principal.workspaceId : undefined);
    if (name === undefined) {
      throw new GatewayError('invalid_params', 'Say which workspace with ?workspace_name=.', {
        errors: [
          { field: '/query/workspace_name', message: 'is required with the admin token', error_code: 'required' },
        ],
      });
    }
    const workspace = await authorizeWorkspace(controlPlane, request, name, 'use');
    const policy = policyOf(principal);
    const { items, nextCursor } = await controlPlane.connections.list(workspace.id, { ...page, policy });
    return { data: items.map((one) => toBody(shownConnection(one, policy))), meta: { next_cursor: nextCursor } };
  });

  const toBody = ({
    id,
    name,
    connector,
    account,
    paused,
    state,
    createdAt,
    updatedAt,
  }: Connection): ConnectorInstanceBody => ({
    id,
    name,
    connector,
    vendor: registry.get(connector)?.connector.vendor ?? null,
    account,
    paused,
    state,
    created_at: createdAt,
    updated_at: updatedAt,
  });
  return routes.router;
}
