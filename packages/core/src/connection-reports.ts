import type { ConnectionReport, Connections, UsedConnection } from '@connectory/control-plane';
import type { GatewayError } from '@connectory/errors';

/**
 * Notes in the state of a connection what the outcome of an upstream call says about it; `error` is undefined for a success. Nobody
 * waits for it: the state is not part of any answer, and storing it is tried again with the next call.
 */
export function reportOutcome(
  connections: Connections,
  { connection, credentials }: UsedConnection,
  error: GatewayError | undefined,
): void {
  const report = (what: ConnectionReport) => {
    connections.report(connection.workspaceId, connection.id, what).catch(() => undefined);
  };
  if (error === undefined) {
    if (connection.state !== 'active') report({ event: 'working' });
  } else if (error.code === 'credential_rejected' && error.upstream?.status === 401) {
    report({ event: 'credentials_refused', reason: error.message, credentialsVersion: credentials.version });
  } else if (error.code === 'upstream_unavailable' || error.code === 'upstream_timeout') {
    report({ event: 'failing', reason: error.message });
  }
}
