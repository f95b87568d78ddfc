import type { Connection, ControlPlane } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Request } from 'express';
import { authorizeWorkspace } from './authenticate.ts';

/**
 * The connection of the path, for who may manage its workspace. Throws as `authorizeWorkspace`, and `connector_not_found` when the
 * workspace has no such connection.
 */
export async function findConnection(
  controlPlane: ControlPlane,
  request: Request<{ workspace: string; id: string }>,
): Promise<Connection> {
  const workspace = await authorizeWorkspace(controlPlane, request, request.params.workspace, true);
  const connection = await controlPlane.connections.get(workspace.id, request.params.id);
  if (connection !== null) return connection;
  throw new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}
