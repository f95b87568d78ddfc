import type { ControlPlane, Principal } from '@connectory/control-plane';
import type { ActionSearch, FoundAction, Registry } from '@connectory/core';
import type { z } from 'zod';
import type { actionSearchQuerySchema, FoundActionListBody } from './schemas.ts';
import { type VisibleConnectors, visibleConnector, visibleConnectors } from './visible-connectors.ts';

/** Search criteria; see `actionSearchQuerySchema`. */
export type ActionSearchQuery = z.output<typeof actionSearchQuerySchema>;

interface Services {
  readonly actionSearch: ActionSearch;
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly registry: Registry;
  /** The synchronized copies; without them, no searches of the copy are found. */
  readonly copy: object | undefined;
}

type UsableConnections = NonNullable<FoundActionListBody['data'][number]['connections']>;

const maxConnections = 20;

/**
 * Returns the actions that match a query and that the principal may use, each with the connections of its workspace that can run it. Throws
 * `connector_not_found` for the ID of a connector that the principal may not see.
 */
export async function findActions(
  services: Services,
  principal: Principal,
  { q: text, connector, action, effect, connected, limit }: ActionSearchQuery,
): Promise<FoundActionListBody> {
  const { actionSearch, copy, registry } = services;
  const visible = await visibleConnectors(services, principal);
  if (connector !== undefined) visibleConnector(visible, connector);
  const usable = connected === 'true' ? await connectedOf(services, principal, visible) : undefined;
  const hasCopy = (id: string, entity: string) =>
    copy !== undefined && registry.get(id)?.entities.get(entity)?.copy !== null;
  const { actions, total } = actionSearch.find({
    text,
    connector,
    effect,
    limit,
    allows: (found) =>
      (action === undefined || found.action === action) &&
      (usable === undefined || usable.has(found.connector)) &&
      (found.action !== 'context_store_search' || hasCopy(found.connector, found.entity)) &&
      visible.allows(found),
  });
  const connections = await connectionsOf(services, principal, actions);
  return {
    data: actions.map(({ params, ...found }) => ({
      ...found,
      params: [...params],
      ...(connections && { connections: connections.get(found.connector) ?? [] }),
    })),
    meta: { total },
  };
}

/** Returns the ids of the visible connectors that the principal has a connection of. */
async function connectedOf(
  { controlPlane }: Services,
  principal: Principal,
  { all }: VisibleConnectors,
): Promise<ReadonlySet<string>> {
  if (principal.kind === 'admin') return new Set();
  const { policy, workspaceId } = principal;
  const asked = all.map(async ({ connector: { id } }) => {
    const { items } = await controlPlane.connections.list(workspaceId, { connector: id, policy, limit: 1 });
    return items.length === 0 ? [] : [id];
  });
  return new Set((await Promise.all(asked)).flat());
}

/** Returns the connections of each connector that was found, by its id; undefined for the admin, who belongs to no workspace. */
async function connectionsOf(
  { controlPlane }: Services,
  principal: Principal,
  actions: readonly FoundAction[],
): Promise<ReadonlyMap<string, UsableConnections> | undefined> {
  if (principal.kind === 'admin') return undefined;
  const { policy, workspaceId } = principal;
  const found = [...new Set(actions.map(({ connector }) => connector))].map(async (connector) => {
    const { items } = await controlPlane.connections.list(workspaceId, { connector, policy, limit: maxConnections });
    return [connector, items.map(({ id, name }) => ({ id, name }))] as const;
  });
  return new Map(await Promise.all(found));
}
