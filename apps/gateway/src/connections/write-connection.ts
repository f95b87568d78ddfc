import type { Connector } from '@connectory/connector-sdk';
import type {
  ChangeBasis,
  Connection,
  ConnectionChange,
  ConnectionLimits,
  ConnectionSync,
  Connections,
  ControlPlane,
  Policy,
} from '@connectory/control-plane';
import { type ConnectionDraft, type ContextCopy, checkDraft, validSettings } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { credentialOrigins, type UpstreamClient } from '@connectory/upstream';
import { chooseAuthentication } from './choose-authentication.ts';
import { requireAllowed } from './find-connection.ts';
import type { ConnectionChangeBody } from './schemas.ts';

/** A connection that is ready to be stored. */
export interface ReadyConnection extends Omit<ConnectionDraft, 'workspaceId'> {
  readonly workspaceId: Connection['workspaceId'];
  readonly name: string;
  readonly limits?: Partial<ConnectionLimits>;
  readonly sync?: ConnectionSync;
  /** Name of the account at the vendor, if a check has read it. */
  readonly account?: string | null;
}

/** Dependencies of storing a connection. */
export interface StoreParts {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
}

/**
 * Stores a connection on behalf of a policy, and starts its copy. Throws `forbidden` if the policy does not allow it, and `conflict` for a
 * name in use and in a workspace that is full.
 */
export async function createConnection(
  { controlPlane, copy }: StoreParts,
  policy: Policy,
  { workspaceId, connector, ...rest }: ReadyConnection,
): Promise<Connection> {
  requireAllowed(policy, { connector: connector.id, name: rest.name });
  const created = await controlPlane.connections.create(workspaceId, { ...rest, connector: connector.id });
  await copy?.request(created);
  return created;
}

/**
 * The change of credentials and settings that a caller wants, with a check of the new account where the caller wants one. Throws the errors
 * of `decideChange`, and those of the check.
 */
export async function accountChange(
  { controlPlane: { connections }, upstream }: StoreParts & { readonly upstream: UpstreamClient },
  connector: Connector,
  stored: Connection,
  body: ConnectionChangeBody,
): Promise<{ readonly change: ConnectionChange; readonly basis: ChangeBasis }> {
  const decided = await decideChange(connections, connector, stored, body);
  const { settings, authentication, credentials } = decided.draft;
  let { basis } = decided;
  // The vendor may have consumed the stored refresh token: the new one is stored even if the check then fails.
  const store = async (renewed: typeof credentials) => {
    const { credentialsVersion: version = 0 } = basis;
    const now = await connections.updateCredentials(stored.workspaceId, stored.id, {
      credentials: renewed,
      ifVersion: version,
    });
    // Otherwise they were replaced concurrently, which the change detects.
    if (now.values.access_token?.reveal() === renewed.access_token)
      basis = { ...basis, credentialsVersion: now.version };
  };
  const checked = body.check
    ? await checkDraft(upstream, { ...decided.draft, connector }, body.credentials === undefined ? store : undefined)
    : { credentials, account: null };
  const change = {
    ...(body.settings !== undefined && { settings }),
    ...((body.credentials !== undefined || checked.credentials !== credentials) && {
      credentials: checked.credentials,
      authentication,
    }),
    // Unchecked credentials may be of another account.
    ...((body.check || body.credentials !== undefined) && { account: checked.account }),
  };
  return { change, basis };
}

/** The changed connection, and the stored one that the change is based on. */
interface DecidedChange {
  readonly draft: Omit<ConnectionDraft, 'connector'>;
  readonly basis: ChangeBasis;
}

/**
 * Validates a change and returns the changed connection. Credentials are only sent to the origins they were given for: if new settings
 * change an origin, the change must include all credentials, whoever the caller is. Throws `invalid_params`, and `connector_not_found` if
 * the connection was deleted.
 */
async function decideChange(
  connections: Connections,
  connector: Connector,
  stored: Connection,
  body: ConnectionChangeBody,
): Promise<DecidedChange> {
  const { workspaceId } = stored;
  const settings = body.settings === undefined ? stored.settings : await validSettings(connector, body.settings);
  if (body.credentials !== undefined) {
    const authentication = chooseAuthentication(connector, body.authentication, body.credentials);
    // Credentials are given for the settings of the change, or for the stored ones.
    const basis = body.settings === undefined ? { settings: stored.settings } : {};
    return { draft: { workspaceId, settings, authentication, credentials: body.credentials }, basis };
  }
  const used = await connections.used(workspaceId, stored.id, { fresh: true });
  if (used === null) throw new GatewayError('connector_not_found', 'The connection was deleted in the meantime.');
  const { connection, credentials } = used;
  const { authentication } = connection;
  const origins = (of: ConnectionDraft['settings']) =>
    credentialOrigins({ connector, settings: of, authentication, credentials: credentials.values });
  requireSameOrigins(origins(connection.settings), origins(settings));
  const values = Object.entries(credentials.values).map(([name, value]) => [name, value.reveal()]);
  return {
    draft: { workspaceId, settings, authentication, credentials: Object.fromEntries(values) },
    basis: { settings: connection.settings, authentication, credentialsVersion: credentials.version },
  };
}

function requireSameOrigins(before: readonly (string | null)[], after: readonly (string | null)[]): void {
  const moved = before.findIndex((origin, at) => origin !== after[at]);
  if (moved === -1) return;
  const message = 'are required, because the settings lead to another origin';
  const [from, to] = [before[moved] ?? 'nowhere', after[moved] ?? 'nowhere'];
  throw new GatewayError(
    'invalid_params',
    `credentials ${message}: ${to} instead of ${from}. Stored credentials are never sent to a new origin. Send all of them again.`,
    { errors: [{ field: '/credentials', message, error_code: 'required' }] },
  );
}
