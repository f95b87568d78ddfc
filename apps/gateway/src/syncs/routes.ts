import type { EntitySync } from '@connectory/context-store';
import type { Connection, ControlPlane, Policy } from '@connectory/control-plane';
import { type ContextCopy, type Registry, requireResumed } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import { findConnection } from '../connections/find-connection.ts';
import type { AccessParts } from '../http/authenticate.ts';
import { OperationRouter } from '../http/operation-router.ts';
import { syncOperations } from './operations.ts';
import { requireHosted } from './require-hosted.ts';
import type { SyncStatesBody } from './schemas.ts';
import { shownPasses, shownSyncs } from './shown-syncs.ts';

/** Dependencies of the routes of synchronization. */
export interface SyncParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly registry: Registry;
}

/**
 * `/api/v1/workspaces/{workspace}/connections/{id}/syncs`: the progress of the copies of a connection, their last passes, and starting to synchronize them.
 */
export function syncRoutes({ controlPlane, copy, registry }: SyncParts): Router {
  const routes = new OperationRouter(controlPlane);
  const parts = { controlPlane, registry };
  const toBody = async (
    states: readonly EntitySync[],
    connection: Connection,
    policy: Policy,
  ): Promise<SyncStatesBody> => ({
    data: await shownSyncs(parts, policy, connection, states),
    meta: {},
  });
  routes.json(syncOperations.getSyncs, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    return toBody(await requireHosted(copy).syncs(connection), connection, policy);
  });
  routes.json(syncOperations.getSyncPasses, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    const { entity } = call.path;
    requireAllowed([entity], policy);
    const passes = await requireHosted(copy).passes(connection, entity);
    return { data: await shownPasses(parts, policy, connection, { entity, passes }), meta: {} };
  });
  routes.json(syncOperations.startSyncs, async (call) => {
    const { connection, policy } = await findConnection(controlPlane, call);
    const { entities: asked, full, remove_held: removeHeld } = await call.body();
    requireAllowed(asked, policy);
    requireResumed(connection);
    const copies = requireHosted(copy);
    // The states before the request, so that a waiting client can detect the end by comparison.
    const before = await copies.syncs(connection);
    const entities = asked ?? (policy.entities && before.map(({ entity }) => entity).filter(isIn(policy.entities)));
    await copies.request(connection, { full, removeHeld, ...(entities !== undefined && { entities }) });
    return toBody(before, connection, policy);
  });
  return routes.router;
}

function requireAllowed(asked: readonly string[] | undefined, { entities }: Policy): void {
  const forbidden = entities && asked?.find((entity) => !entities.includes(entity));
  if (forbidden === undefined) return;
  throw new GatewayError(
    'forbidden',
    `The policy of this token does not allow ${forbidden}. Name only entities that it allows, or none to start a sync of all of them.`,
  );
}

const isIn = (names: readonly string[]) => (name: string) => names.includes(name);
