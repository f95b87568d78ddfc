import { Secret } from '@connectory/connector-sdk/engine';
import type { AuditEntry, Connection, ControlPlane } from '@connectory/control-plane';
import { type ContextCopy, checkDraft, type Registry } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { haveSameOrigins, type UpstreamClient } from '@connectory/upstream';
import { createConnection } from '../connections/write-connection.ts';
import { AttemptEndedError, isTransient, LinkInUseError, problemWords } from './problem-words.ts';
import { type UsableLink, usableLink } from './usable-link.ts';

type Values = Readonly<Record<string, string>>;

/** Dependencies of completing a link. */
export interface CompletionParts {
  readonly controlPlane: Pick<ControlPlane, 'audit' | 'connectLinks' | 'connections' | 'tokens' | 'workspaces'>;
  readonly registry: Registry;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly upstream: UpstreamClient;
}

/** The input for one connection, with validated settings. */
export interface LinkDraft {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly credentials: Values;
}

/** The visitor who completes a link. */
export interface Completion {
  readonly browser: Secret;
  readonly requestId: string;
  /** Called with credentials that were renewed during the check, so that they are not lost. */
  readonly renewed?: (credentials: Values) => Promise<void>;
}

/**
 * Checks a person's input and stores it, like a request to create or change a connection, with an audit entry for the creator of the link.
 * Only one caller at a time can do so, and only once. Throws the reason for a failure; the link then shows it and can be retried.
 */
export async function completeLink(
  services: CompletionParts,
  usable: UsableLink,
  drafts: readonly LinkDraft[],
  completion: Completion,
): Promise<void> {
  const { connectLinks } = services.controlPlane;
  const { link, connector } = usable;
  if (!(await connectLinks.claim(link, completion.browser))) throw new LinkInUseError();
  try {
    const made: Connection[] = [];
    for (const draft of drafts)
      made.push(await audited(services, usable, completion, () => store(services, usable, draft, completion)));
    await connectLinks.finish(
      link,
      completion.browser,
      made.map(({ id }) => id),
    );
  } catch (error) {
    const words =
      problemWords(error, connector.vendor) ??
      'Something went wrong. Try again, or tell the person who sent you the link.';
    if (isTransient(error)) await connectLinks.release(link, completion.browser, words);
    else await connectLinks.fail(link, completion.browser, words);
    throw error;
  }
}

async function store(
  services: CompletionParts,
  { link, connector, stored }: UsableLink,
  { name, settings, credentials }: LinkDraft,
  { renewed }: Completion,
): Promise<Connection> {
  const { workspaceId, authentication } = link;
  const draft = { workspaceId, connector, settings, authentication, credentials };
  if (stored !== null) await requireSameAccountPlace(services, stored, draft);
  const checked = await checkDraft(services.upstream, draft, renewed);
  // The link and its creator's rights are checked again, because checking the account takes a while.
  const current = await services.controlPlane.connectLinks.get(workspaceId, link.id);
  const now = current === null ? 'expired' : await usableLink(services, current);
  if (typeof now === 'string')
    throw new AttemptEndedError('The link has ended in the meantime. Nothing was connected.');
  if (stored === null) return createConnection(services, now.policy, { ...draft, name, ...checked });
  const change = { settings, authentication, ...checked };
  const changed = await services.controlPlane.connections.change(workspaceId, stored.id, change, {
    settings: stored.settings,
  });
  await services.copy?.request(changed);
  return changed;
}

// A reconnected connection keeps its copy, so its account must be on the same server as before.
async function requireSameAccountPlace(
  { controlPlane }: CompletionParts,
  { workspaceId, id, authentication }: Connection,
  draft: Parameters<typeof checkDraft>[1],
): Promise<void> {
  if (authentication !== draft.authentication) return;
  const used = await controlPlane.connections.used(workspaceId, id, { fresh: true });
  if (used === null) throw new AttemptEndedError('The connection was deleted in the meantime. Ask for a new link.');
  const { connector, settings, credentials } = draft;
  const values = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, new Secret(value)]));
  const before = {
    connector,
    authentication,
    settings: used.connection.settings,
    credentials: used.credentials.values,
  };
  if (haveSameOrigins(before, { connector, authentication, settings, credentials: values })) return;
  throw new AttemptEndedError(
    `This account is on a different ${connector.vendor} server than the one that was connected before. Use the earlier account, or ask for a link that creates a new connection.`,
  );
}

async function audited(
  { controlPlane: { audit } }: CompletionParts,
  { link, stored }: UsableLink,
  { requestId }: Completion,
  work: () => Promise<Connection>,
): Promise<Connection> {
  const started = performance.now();
  const entry: AuditEntry = {
    ...audit.moment(),
    kind: 'manage',
    entity: 'connections',
    action: stored === null ? 'create' : 'update',
    workspaceId: link.workspaceId,
    tokenId: link.makerId,
    connectionId: link.connectionId,
    subjectId: link.connectionId,
    connector: link.connector,
    requestId,
    intent: `connect link ${link.id}`,
    outcome: null,
    durationMs: null,
    dryRun: false,
  };
  const end = (changes: Partial<AuditEntry>) =>
    audit.recordDurably({ ...entry, ...changes, durationMs: performance.now() - started });
  await audit.begin(entry);
  try {
    const made = await work();
    // The connection is stored; the audit reports and retries an entry that it could not store.
    await end({ outcome: stored === null ? 201 : 200, connectionId: made.id, subjectId: made.id }).catch(
      () => undefined,
    );
    return made;
  } catch (error) {
    const { status, code } = GatewayError.is(error) ? error : { status: 422, code: 'invalid_params' };
    await end({ outcome: status, errorCode: code }).catch(() => undefined);
    throw error;
  }
}
