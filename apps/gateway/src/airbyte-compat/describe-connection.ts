import type { ConnectorManifest } from '@connectory/connector-sdk/engine';
import { type Connection, policyAllows } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Request } from 'express';
import { isAllowed } from '../connections/find-connection.ts';
import { restrictManifest } from '../discovery/visible-connectors.ts';
import type { GatewayServices } from '../gateway-services.ts';
import { authenticateToken } from '../http/authenticate.ts';

/** A connection, with what a token can use of its connector. */
export interface DescribedConnection {
  readonly connection: Connection;
  readonly manifest: ConnectorManifest;
  /** Warnings about the state and the limitations of the connection. */
  readonly warnings: readonly string[];
}

/**
 * Describes a connection in the workspace of the token that sends the request. Throws `unauthenticated`, `forbidden` for the admin token,
 * and `connector_not_found`, also for a connection the token's policy forbids.
 */
export async function describeConnection(
  { controlPlane, registry, copy }: GatewayServices,
  request: Request,
  id: string,
): Promise<DescribedConnection> {
  const principal = await authenticateToken(controlPlane, request);
  const connection = await controlPlane.connections.get(principal.workspaceId, id);
  const registered = connection === null ? undefined : registry.get(connection.connector);
  if (connection === null || registered === undefined || !isAllowed(principal.policy, connection)) {
    throw new GatewayError(
      'connector_not_found',
      'The workspace has no connection with that id. List its connections.',
    );
  }
  const manifest = restrictManifest(registered.manifest, (action) =>
    policyAllows(principal.policy, { ...action, connection: connection.name }),
  );
  return { connection, manifest, warnings: warningsOf(connection, copy !== undefined) };
}

function warningsOf({ state, stateReason }: Connection, isHosted: boolean): string[] {
  const warnings: string[] = [];
  if (state !== 'active') warnings.push(`The connection is ${state}${stateReason === null ? '' : `: ${stateReason}`}.`);
  if (!isHosted) warnings.push('This gateway keeps no copies, so context_store_search is not available.');
  return warnings;
}
