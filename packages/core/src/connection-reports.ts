import type { ConnectionReport, Connections, UsedConnection } from '@connectory/control-plane';
import type { GatewayError } from '@connectory/errors';

/**
 * Updates the state of a connection after an upstream call; `error` is undefined for a success. It is not awaited: the state is not part of
 * a response, and is stored with the next call if storing fails.
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
