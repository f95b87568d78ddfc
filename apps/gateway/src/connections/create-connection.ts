import type { Connection, ConnectionLimits, Policy } from '@connectory/control-plane';
import type { ConnectionDraft } from '@connectory/core';
import type { GatewayServices } from '../gateway-services.ts';
import { requireAllowed } from './find-connection.ts';

/** A connection that is ready to be stored. */
export interface ReadyConnection extends Omit<ConnectionDraft, 'workspaceId'> {
  readonly workspaceId: Connection['workspaceId'];
  readonly name: string;
  readonly limits?: Partial<ConnectionLimits>;
}

/**
 * Stores a connection on behalf of a policy, and starts its copy. Throws `forbidden` if the policy does not allow it, and `conflict` for a
 * name in use and in a workspace that is full.
 */
export async function createConnection(
  { controlPlane, copy }: Pick<GatewayServices, 'controlPlane' | 'copy'>,
  policy: Policy,
  { workspaceId, connector, ...rest }: ReadyConnection,
): Promise<Connection> {
  requireAllowed(policy, { connector: connector.id, name: rest.name });
  const created = await controlPlane.connections.create(workspaceId, { ...rest, connector: connector.id });
  copy?.request(created);
  return created;
}
