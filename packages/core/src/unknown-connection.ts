import type { Policy, WorkspaceId } from '@connectory/control-plane';
import { connectionsMeant, GatewayError } from '@connectory/errors';
import type { ExecutorParts } from './executor.ts';

const maxCandidates = 100;

/**
 * Returns `connector_not_found` for the ID in a call. Where the ID is a name, the message says which connection it may mean, among those
 * that the policy of the token allows.
 */
export async function unknownConnection(
  { controlPlane, registry }: Pick<ExecutorParts, 'controlPlane' | 'registry'>,
  workspaceId: WorkspaceId,
  id: string,
  policy: Policy,
): Promise<GatewayError> {
  const message = 'The workspace has no connection with that id. List its connections.';
  // Only a name is worth a request to the database: the ID of another workspace's connection gets the same response as any unknown ID.
  if (/^[\da-f]{8}-/i.test(id)) return new GatewayError('connector_not_found', message);
  const { items } = await controlPlane.connections.list(workspaceId, { policy, limit: maxCandidates });
  const described = items.map((item) => {
    const { vendor = null, kind } = registry.get(item.connector)?.connector ?? {};
    return { ...item, vendor, kind };
  });
  const [near] = connectionsMeant(described, id);
  if (near === undefined) return new GatewayError('connector_not_found', message);
  const { vendor } = near;
  const called = vendor === null ? `"${near.name}"` : `"${near.name}" (${vendor})`;
  const detail = `A call needs the ID of a connection, not its name. Did you mean ${called}? Its ID is ${near.id}.`;
  return new GatewayError('connector_not_found', detail);
}
