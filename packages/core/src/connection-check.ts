import { randomUUID } from 'node:crypto';
import type { Connector } from '@connectory/connector-sdk';
import { resolveValue, resultKind, Secret } from '@connectory/connector-sdk/engine';
import type { ConnectionLimits, TokenStore, UpstreamClient, UpstreamConnection } from '@connectory/upstream';

// The caller who creates a connection waits for this.
const draftLimits: ConnectionLimits = { deadlineSeconds: 60, answerBytes: 8 * 1024 * 1024 };

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
