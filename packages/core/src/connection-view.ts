import type { Connector } from '@connectory/connector-sdk';
import { type Connection, type ControlPlane, type Credentials, LeaseUnavailableError } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { TokenStore, UpstreamConnection } from '@connectory/upstream';

const longestLeaseWait = 20;

/**
 * Stored connections as the upstream client sees them. One view per pair of stored connection and credentials, so that what
 * is worked out for a connection can be kept with it.
 */
export class ConnectionViews {
  readonly #controlPlane: ControlPlane;
  readonly #views = new WeakMap<Credentials, UpstreamConnection>();

  constructor(controlPlane: ControlPlane) {
    this.#controlPlane = controlPlane;
  }

  /** The view of a connection with its current credentials. */
  view(connection: Connection, connector: Connector, credentials: Credentials): UpstreamConnection {
    const known = this.#views.get(credentials);
    if (known !== undefined && known.settings === connection.settings) return known;
    const view: UpstreamConnection = {
      id: connection.id,
      connector,
      settings: connection.settings,
      authentication: connection.authentication,
      credentials: credentials.values,
      tokens: this.#tokenStore(connection, credentials),
    };
    this.#views.set(credentials, view);
    return view;
  }

  #tokenStore({ workspaceId, id }: Connection, credentials: Credentials): TokenStore {
    const { connections, leases } = this.#controlPlane;
    let current = credentials;
    return {
      async exclusively(work) {
        try {
          return await leases.withLease(`token-renewal/${id}`, { waitSeconds: longestLeaseWait }, work);
        } catch (error) {
          if (!(error instanceof LeaseUnavailableError)) throw error;
          throw new GatewayError('upstream_timeout', 'Another process renews the access token and takes too long.', {
            retryAfterSeconds: 5,
            cause: error,
          });
        }
      },
      async read() {
        const stored = await connections.credentials(workspaceId, id, { fresh: true });
        if (stored === null) throw new GatewayError('connector_not_found', 'The connection was deleted meanwhile.');
        current = stored;
        return stored.values;
      },
      // Credentials the owner replaced since they were read may be of another account: they stay as they are.
      async save(values) {
        const renewed = { ...current.values, ...values };
        await connections.updateCredentials(workspaceId, id, { credentials: renewed, ifVersion: current.version });
      },
      reauthorizationRequired: (reason) =>
        connections.report(workspaceId, id, {
          event: 'credentials_refused',
          reason,
          credentialsVersion: current.version,
        }),
    };
  }
}
