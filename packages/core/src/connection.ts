import { randomUUID } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import { resolveValue, resultKind, Secret } from '@connectory/connector-sdk/engine';
import {
  type Connection,
  type ConnectionReport,
  type Connections,
  type ControlPlane,
  type Credentials,
  LeaseUnavailableError,
  type UsedConnection,
} from '@connectory/control-plane';
import { type ErrorCode, GatewayError } from '@connectory/errors';
import {
  type ConnectionLimits,
  haveSameOrigins,
  type TokenStore,
  type UpstreamClient,
  type UpstreamConnection,
} from '@connectory/upstream';

const leaseTimeoutSeconds = 20;

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
    const { settings, limits, sync } = connection;
    const isCurrent = known?.settings === settings && known.limits === limits && known.syncShare === sync.share;
    if (known !== undefined && isCurrent) return known;
    const view: UpstreamConnection = {
      id: connection.id,
      workspaceId: connection.workspaceId,
      connector,
      settings,
      authentication: connection.authentication,
      credentials: credentials.values,
      limits,
      syncShare: sync.share,
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
          return await leases.withLease(`token-renewal/${id}`, { waitSeconds: leaseTimeoutSeconds }, work);
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
        if (!haveSameDestination(connector, used, stored)) throw movedMeanwhile();
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
function haveSameDestination(connector: Connector, before: UsedConnection, now: UsedConnection): boolean {
  const credentials = now.credentials.values;
  const parts = ({ connection: { settings, authentication } }: UsedConnection) => ({ settings, authentication });
  const [old, current] = [parts(before), parts(now)];
  if (old.authentication !== current.authentication) return false;
  return haveSameOrigins({ connector, credentials, ...old }, { connector, credentials, ...current });
}

const movedMeanwhile = () =>
  new GatewayError('conflict', 'The connection was changed while the call was running. Send the call again.');

// The caller who creates a connection waits for this.
const draftLimits: ConnectionLimits = { deadlineSeconds: 60, responseBytes: 8 * 1024 * 1024 };

/** A connection that is not stored yet. */
export interface ConnectionDraft {
  readonly connector: Connector;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly authentication: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly workspaceId: string;
}

/**
 * Proves that the credentials of a draft work, with the connector's check action. Gives the credentials to store: tokens that
 * were renewed on the way are among them, and `renewed` gets these at once. Throws the error of the failed call, such as
 * `credential_rejected`.
 */
export async function checkDraft(
  upstream: UpstreamClient,
  draft: ConnectionDraft,
  renewed?: (credentials: ConnectionDraft['credentials']) => Promise<void>,
): Promise<Readonly<Record<string, string>>> {
  let current = draft.credentials;
  const secrets = () => Object.fromEntries(Object.entries(current).map(([name, value]) => [name, new Secret(value)]));
  const tokens: TokenStore = {
    exclusively: (work) => work(),
    read: async () => secrets(),
    renewalBegins: async () => false,
    renewalUnsent: async () => {},
    save: async (values) => {
      current = { ...current, ...values };
      await renewed?.(current);
    },
    reauthorizationRequired: async () => {},
  };
  const { connector, settings, authentication, workspaceId } = draft;
  // Renewals and rate limits are kept by connection id, so that drafts must not share one.
  const id = `draft/${randomUUID()}`;
  await runCheck(upstream, {
    id,
    workspaceId,
    connector,
    settings,
    authentication,
    credentials: secrets(),
    limits: draftLimits,
    tokens,
  });
  return current;
}

/** Throws `connection_paused` for a connection that a person has paused: nothing may be sent to its vendor. */
export function requireResumed({ name, paused }: Connection): void {
  if (!paused) return;
  throw new GatewayError('connection_paused', `The connection "${name}" is paused. Nothing was sent. Resume it first.`);
}

/** Runs the check action of a connection. Throws the error of the failed call. */
export async function runCheck(upstream: UpstreamClient, connection: UpstreamConnection): Promise<void> {
  const { check, entities } = connection.connector;
  const action = entities.find((entity) => entity.name === check.entity)?.actions[check.action];
  if (action === undefined) throw new TypeError(`connector ${connection.connector.id}: the check action is gone`);
  const today = new Date().toISOString().slice(0, 10);
  const given = resolveValue(check.params, { settings: connection.settings, today });
  const call = { connection, name: check.action, action, params: action.params.parse(given) };
  if (resultKind(check.action) === 'records') await upstream.records(call);
  else await upstream.record(call);
}

/** Errors that show that no call of the connection works for now, whatever was asked. */
const failingCodes = new Set<ErrorCode>(['upstream_unavailable', 'upstream_timeout', 'address_not_allowed']);

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
  } else if (failingCodes.has(error.code)) {
    report({ event: 'failing', reason: error.message });
  }
}
