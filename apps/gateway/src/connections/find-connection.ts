import type { Connector } from '@connectory/connector-sdk';
import {
  type Connection,
  type ControlPlane,
  hidesData,
  type Policy,
  type Principal,
  policyAllowsConnection,
  type Workspace,
} from '@connectory/control-plane';
import type { Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { policyOf } from '../http/authenticate.ts';

/** The connection of a path, with the caller's policy. */
interface FoundConnection {
  readonly connection: Connection;
  readonly policy: Policy;
}

/**
 * Returns the current connection of the path. Throws `connector_not_found` if the workspace has no such connection or the policy of the
 * token does not allow it.
 */
export async function findConnection(
  controlPlane: Pick<ControlPlane, 'connections'>,
  { workspace, principal, path }: { workspace: Pick<Workspace, 'id'>; principal: Principal; path: { id: string } },
): Promise<FoundConnection> {
  const policy = policyOf(principal);
  const connection = await controlPlane.connections.get(workspace.id, path.id, { fresh: true });
  if (connection !== null && isAllowed(policy, connection)) return { connection, policy };
  throw new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}

/** Returns the current connection with an ID or a name. Throws like `findConnection`. */
export async function namedConnection(
  controlPlane: Pick<ControlPlane, 'connections'>,
  { workspace, principal }: { workspace: Pick<Workspace, 'id'>; principal: Principal },
  idOrName: string,
): Promise<Connection> {
  const named = await controlPlane.connections.findByName(workspace.id, idOrName);
  const path = { id: named !== null && isAllowed(policyOf(principal), named) ? named.id : idOrName };
  return (await findConnection(controlPlane, { workspace, principal, path })).connection;
}

/** Whether a policy allows anything on a connection. */
export function isAllowed(policy: Policy, { connector, name }: Pick<Connection, 'connector' | 'name'>): boolean {
  return policyAllowsConnection(policy, { connector, connection: name });
}

/** A connection as a policy shows it: if it hides data, without the name of the account and without what the vendor said. */
export const shownConnection = (connection: Connection, policy: Policy): Connection =>
  hidesData(policy) ? { ...connection, account: null, stateReason: null } : connection;

/** Throws `forbidden` for a connection that a policy does not allow. */
export function requireAllowed(policy: Policy, connection: Pick<Connection, 'connector' | 'name'>): void {
  if (isAllowed(policy, connection)) return;
  const { connector, name } = connection;
  throw new GatewayError(
    'forbidden',
    `The policy of this token does not allow a connection "${name}" of ${connector}.`,
  );
}

/** Returns the connector with this id. Throws `connector_not_found` if it is not installed. */
export function installedConnector(registry: Registry, id: string): Connector {
  const found = registry.get(id);
  if (found !== undefined) return found.connector;
  const names = registry.all().map(({ connector }) => connector.id);
  throw new GatewayError(
    'connector_not_found',
    `This gateway has no connector "${id}". Installed: ${names.join(', ')}.`,
  );
}
