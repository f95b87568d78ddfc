import type { Connector } from '@connectory/connector-sdk';
import {
  type ControlPlane,
  type Credentials,
  LeaseUnavailableError,
  type UsedConnection,
} from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { haveSameOrigins, type TokenStore, type UpstreamConnection } from '@connectory/upstream';

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
  view({ connection, credentials }: UsedConnection, connector: Connector): UpstreamConnection {
    const known = this.#views.get(credentials);
    if (known !== undefined && known.settings === connection.settings && known.limits === connection.limits)
      return known;
    const view: UpstreamConnection = {
      id: connection.id,
      workspaceId: connection.workspaceId,
      connector,
      settings: connection.settings,
      authentication: connection.authentication,
      credentials: credentials.values,
      limits: connection.limits,
      tokens: this.#tokenStore({ connection, credentials }, connector),
    };
    this.#views.set(credentials, view);
    return view;
  }

  #tokenStore(used: UsedConnection, connector: Connector): TokenStore {
    const { connections, leases } = this.#controlPlane;
    const { workspaceId, id } = used.connection;
    let current = used.credentials;
    return {
      async exclusively(work) {
        try {
          return await leases.withLease(`token-renewal/${id}`, { waitSeconds: longestLeaseWait }, work);
        } catch (error) {
          if (!(error instanceof LeaseUnavailableError)) throw error;
          throw new GatewayError(
            'upstream_timeout',
            'Another process is renewing the access token and is taking too long.',
            {
              retryAfterSeconds: 5,
              cause: error,
            },
          );
        }
      },
      async read() {
        const stored = await connections.used(workspaceId, id, { fresh: true });
        if (stored === null)
          throw new GatewayError('connector_not_found', 'The connection was deleted in the meantime.');
        if (!leadToSamePlace(connector, used, stored)) throw movedMeanwhile();
        current = stored.credentials;
        return current.values;
      },
      renewalBegins: () => connections.renewalBegins(workspaceId, id, current.version),
      renewalUnsent: () => connections.renewalUnsent(workspaceId, id, current.version),
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

// Credentials of today must not go where the settings led when the call began: its owner may have had a reason to leave.
function leadToSamePlace(connector: Connector, before: UsedConnection, now: UsedConnection): boolean {
  const credentials = now.credentials.values;
  const parts = ({ connection: { settings, authentication } }: UsedConnection) => ({ settings, authentication });
  const [old, current] = [parts(before), parts(now)];
  if (old.authentication !== current.authentication) return false;
  return haveSameOrigins({ connector, credentials, ...old }, { connector, credentials, ...current });
}

const movedMeanwhile = () =>
  new GatewayError('conflict', 'The connection was changed while the call was running. Send the call again.');
