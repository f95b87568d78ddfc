import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely, Updateable } from 'kysely';
import { z } from 'zod';
import { type ConnectionSettings, newConnectionSchema } from './connections/connection.ts';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { isId, parseInput, plainText } from './input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from './page.ts';
import { hashOf } from './secret-hash.ts';
import type { Policy } from './tokens/policy.ts';
import { lockWorkspace, storedWorkspaceId, type WorkspaceId } from './workspaces.ts';

/** A link with which a person connects an account once. Its token is not stored. Times are UTC ISO strings. */
export interface ConnectLink {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  /** ID of the token that created it; null for the admin token. */
  readonly makerId: string | null;
  readonly connector: string;
  /** The connection to connect again; null for a new one. */
  readonly connectionId: string | null;
  readonly name: string;
  /** Settings that are fixed. */
  readonly settings: ConnectionSettings;
  /** Name of the authentication alternative. */
  readonly authentication: string;
  readonly returnUrl: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** When it was revoked; it also ended then. Null for a link that was not. */
  readonly revokedAt: string | null;
  readonly usedAt: string | null;
  /** IDs of the connections that were created or reconnected. */
  readonly made: readonly string[];
  /** Why the last attempt failed, in words for the person who tried. */
  readonly problem: string | null;
  /** Hash of the secret of the browser that began the last attempt; null before the first one. */
  readonly browserHash: string | null;
}

/** A link to make. */
export interface NewConnectLink {
  readonly makerId: string | null;
  readonly connector: string;
  readonly connectionId?: string | undefined;
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly authentication: string;
  readonly returnUrl?: string | undefined;
  readonly expiresInSeconds: number;
}

/** State that an attempt keeps between its requests, encrypted; at most 256 KiB of JSON. */
export type AttemptSecrets = Readonly<Record<string, unknown>>;

/** A new attempt: which browser makes it, and the state that the vendor must return. */
export interface NewAttempt {
  /** The secret that only this browser has. */
  readonly browser: Secret;
  readonly state: Secret;
  readonly secrets: AttemptSecrets;
}

/** A link with the state of its attempt. */
export interface UsedLink {
  readonly link: ConnectLink;
  readonly secrets: AttemptSecrets;
}

const { connector, name, authentication, settings } = newConnectionSchema.shape;

/** Accepts a link to make. */
const newConnectLinkSchema = z.strictObject({
  makerId: z.string().nullable(),
  connector,
  connectionId: z.uuid().optional(),
  name,
  settings,
  authentication,
  returnUrl: z.string().max(2_000).optional(),
  expiresInSeconds: z
    .int()
    .min(1)
    .max(7 * 24 * 60 * 60),
});

/** A link from its row. */
const toConnectLink = (row: ControlPlaneTables['connect_links']): ConnectLink => ({
  id: row.id,
  workspaceId: storedWorkspaceId(row.workspace_id),
  makerId: row.maker_id,
  connector: row.connector,
  connectionId: row.connection_id,
  name: row.name,
  settings: JSON.parse(row.settings) as ConnectionSettings,
  authentication: row.authentication,
  returnUrl: row.return_url,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  usedAt: row.used_at,
  made: JSON.parse(row.made) as readonly string[],
  problem: row.problem,
  browserHash: row.browser_hash,
});

type Row = ControlPlaneTables['connect_links'];

/** The most links of a workspace that can be used, and with those that ended. */
const most = { open: 1_000, all: 10_000 };
const maxAttempts = 50;
const maxSecrets = 256 * 1024;
/** Longer than connecting can take; after a crash, the link is usable again after this time. */
const claimMilliseconds = 150_000;
const tokenForm = /^[\w-]{43}$/;

/** Nothing is left of an attempt. */
const noAttempt = { state_hash: null, browser_hash: null, key_id: null, sealed: null, claimed_until: null } as const;

/**
 * The links of all workspaces with which people connect accounts. A token is 32 random bytes in base64url. Only SHA-256 of it is
 * stored, and of the secrets that bind an attempt to a browser and to the response of a vendor.
 */
export class ConnectLinks {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;

  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys) {
    this.#tables = tables;
    this.#keys = keys;
  }

  /**
   * Makes a link and returns its token, which cannot be read again. Throws `invalid_params`, `not_found` for a workspace that does not
   * exist, and `conflict` when it has 1,000 links that can be used, or 10,000 in all.
   */
  async create(
    workspaceId: WorkspaceId,
    newLink: NewConnectLink,
  ): Promise<{ readonly link: ConnectLink; readonly token: Secret }> {
    const input = parseInput(newConnectLinkSchema, newLink);
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    const row: Row = {
      id: randomUUID(),
      workspace_id: workspaceId,
      hash: hashOf(token),
      maker_id: input.makerId,
      connector: input.connector,
      connection_id: input.connectionId ?? null,
      name: input.name,
      settings: input.settings,
      authentication: input.authentication,
      return_url: input.returnUrl ?? null,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + input.expiresInSeconds * 1_000).toISOString(),
      revoked_at: null,
      used_at: null,
      made: '[]',
      problem: null,
      attempts: 0,
      ...noAttempt,
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await requireRoom(transaction, workspaceId);
      await transaction.insertInto('connect_links').values(row).execute();
    });
    return { link: toConnectLink(row), token: new Secret(token) };
  }

  /** The link with this id, or null. */
  async get(workspaceId: WorkspaceId, id: string): Promise<ConnectLink | null> {
    if (!isId(id)) return null;
    const row = await this.#tables
      .selectFrom('connect_links')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toConnectLink(row);
  }

  /** The links that can still be used, newest first, and that the policy allows, if one is given. */
  async listOpen(
    workspaceId: WorkspaceId,
    request: PageRequest & { readonly policy?: Policy } = {},
  ): Promise<Page<ConnectLink>> {
    const limit = pageLimit(request);
    const [createdAt = '', lastId = ''] = pagePosition(request, 2) ?? [];
    const allowed = request.policy?.connectors;
    if (allowed?.length === 0) return { items: [], nextCursor: null };
    const rows = await this.#tables
      .selectFrom('connect_links')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', timeIn(0))
      .$if(allowed !== undefined, (query) =>
        query.where(({ eb, or }) => or([eb('connector', 'in', allowed ?? []), eb('name', 'in', allowed ?? [])])),
      )
      .$if(lastId !== '', (query) =>
        query.where(({ eb, and, or }) =>
          or([eb('created_at', '<', createdAt), and([eb('created_at', '=', createdAt), eb('id', '<', lastId)])]),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toConnectLink), limit, (last) => [last.createdAt, last.id]);
  }

  /** Ends a link that can still be used, and what somebody is doing with it. One that has ended stays as it is. */
  async revoke(workspaceId: WorkspaceId, id: string): Promise<void> {
    const now = timeIn(0);
    await this.#change(workspaceId, id, { ...noAttempt, revoked_at: now, expires_at: now }, {});
  }

  /** The link with a token, in any state; null for an unknown token. */
  async findByToken(token: string): Promise<ConnectLink | null> {
    if (!tokenForm.test(token)) return null;
    const row = await this.#tables
      .selectFrom('connect_links')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .executeTakeFirst();
    return row === undefined ? null : toConnectLink(row);
  }

  /**
   * Begins an attempt in place of an earlier one, whose response is then worth nothing. False when the link has ended, when somebody is
   * connecting, and after 50 attempts.
   */
  async begin({ workspaceId, id }: ConnectLink, { browser, state, secrets }: NewAttempt): Promise<boolean> {
    return this.#change(
      workspaceId,
      id,
      {
        ...this.#sealed(workspaceId, id, secrets),
        browser_hash: hashOf(browser.reveal()),
        state_hash: hashOf(state.reveal()),
        problem: null,
      },
      { counted: true },
    );
  }

  /** The link that awaits a response with this state, from any browser; null if none does. */
  async awaiting(state: string): Promise<ConnectLink | null> {
    const row = await this.#tables
      .selectFrom('connect_links')
      .selectAll()
      .where('state_hash', '=', hashOf(state))
      .executeTakeFirst();
    return row === undefined ? null : toConnectLink(row);
  }

  /**
   * Takes the response with a state, which can be done once, by the browser that began the attempt, while the link can be used. Null
   * otherwise.
   */
  async takeResponse(state: string, browser: Secret): Promise<UsedLink | null> {
    const row = await this.#tables
      .updateTable('connect_links')
      .set({ state_hash: null })
      .where('state_hash', '=', hashOf(state))
      .where('browser_hash', '=', hashOf(browser.reveal()))
      .where('used_at', 'is', null)
      .where('expires_at', '>', timeIn(0))
      .returningAll()
      .executeTakeFirst();
    const secrets = row === undefined ? null : this.#open(row);
    return row === undefined || secrets === null ? null : { link: toConnectLink(row), secrets };
  }

  /** Keeps something else for the attempt of a browser. False when the attempt is over, or was replaced. */
  async keep({ workspaceId, id }: ConnectLink, browser: Secret, secrets: AttemptSecrets): Promise<boolean> {
    return this.#change(workspaceId, id, this.#sealed(workspaceId, id, secrets), { browser });
  }

  /** The state of a browser's attempt; null if there is none, or it belongs to another browser. */
  async secretsOf({ workspaceId, id }: ConnectLink, browser: Secret): Promise<AttemptSecrets | null> {
    const row = await this.#tables
      .selectFrom('connect_links')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('browser_hash', '=', hashOf(browser.reveal()))
      .where('used_at', 'is', null)
      .where('expires_at', '>', timeIn(0))
      .executeTakeFirst();
    return row === undefined ? null : this.#open(row);
  }

  /**
   * Takes the link for a browser to connect with it, so that nobody else does meanwhile. False when it has ended, when somebody is
   * connecting, and after 50 attempts.
   */
  async claim({ workspaceId, id }: ConnectLink, browser: Secret): Promise<boolean> {
    const claimed = { claimed_until: timeIn(claimMilliseconds), browser_hash: hashOf(browser.reveal()) };
    return this.#change(workspaceId, id, claimed, { counted: true });
  }

  /** Releases a browser's claim after a failure, with a reason for the person; the state of the attempt is kept. */
  async release({ workspaceId, id }: ConnectLink, browser: Secret, problem: string): Promise<void> {
    await this.#change(workspaceId, id, { claimed_until: null, problem: plainText(problem, 500) }, { browser });
  }

  /** Ends a browser's attempt after a failure, with a reason for the person, and deletes its state. */
  async fail({ workspaceId, id }: ConnectLink, browser: Secret, problem: string): Promise<void> {
    const { browser_hash: _kept, ...nothing } = noAttempt;
    await this.#change(workspaceId, id, { ...nothing, problem: plainText(problem, 500) }, { browser });
  }

  /** Completes the link: it created or reconnected these connections. The browser that did so can still see the result. */
  async finish({ workspaceId, id }: ConnectLink, browser: Secret, made: readonly string[]): Promise<void> {
    const browser_hash = hashOf(browser.reveal());
    const used_at = timeIn(0);
    const ended = { ...noAttempt, browser_hash, used_at, problem: null, made: JSON.stringify(made) };
    await this.#tables
      .updateTable('connect_links')
      .set(ended)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .execute();
  }

  /** Whether the last attempt was that of this browser. */
  isOf(link: ConnectLink, browser: Secret): boolean {
    return link.browserHash === hashOf(browser.reveal());
  }

  async #change(
    workspaceId: string,
    id: string,
    columns: Updateable<Row>,
    { browser, counted = false }: { readonly browser?: Secret; readonly counted?: boolean },
  ): Promise<boolean> {
    const now = timeIn(0);
    const changed = await this.#tables
      .updateTable('connect_links')
      .set(columns)
      .$if(counted, (query) => query.set(({ eb, ref }) => ({ attempts: eb(ref('attempts'), '+', 1) })))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(browser !== undefined, (query) => query.where('browser_hash', '=', hashOf(browser?.reveal() ?? '')))
      .$if(counted, (query) =>
        query
          .where('attempts', '<', maxAttempts)
          .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)])),
      )
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }

  #sealed(workspaceId: string, id: string, secrets: AttemptSecrets): { key_id: string; sealed: Uint8Array } {
    const text = JSON.stringify(secrets);
    if (Buffer.byteLength(text) > maxSecrets) {
      throw new GatewayError('payload_too_large', 'The attempt has too much state to store.');
    }
    const { keyId, bytes } = this.#keys.seal(Buffer.from(text), contextOf(workspaceId, id));
    return { key_id: keyId, sealed: bytes };
  }

  // State encrypted with an earlier key expires within days: the attempt can start again.
  #open({ workspace_id, id, key_id, sealed }: Row): AttemptSecrets | null {
    if (key_id === null || sealed === null || !this.#keys.ids.includes(key_id)) return null;
    const text = this.#keys.open({ keyId: key_id, bytes: sealed }, contextOf(workspace_id, id)).toString();
    return JSON.parse(text) as AttemptSecrets;
  }
}

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId): Promise<void> {
  const stored = tables
    .selectFrom('connect_links')
    .select(({ fn }) => fn.countAll<number | string>().as('links'))
    .where('workspace_id', '=', workspaceId);
  const open = stored.where('used_at', 'is', null).where('expires_at', '>', timeIn(0));
  const [all, usable] = [await stored.executeTakeFirstOrThrow(), await open.executeTakeFirstOrThrow()];
  if (Number(usable.links) < most.open && Number(all.links) < most.all) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${usable.links} usable connect links and ${all.links} in total; the limits are ${most.open} and ${most.all}. Wait until some have expired; expired links are kept for 30 days.`,
  );
}

const timeIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const contextOf = (workspaceId: string, id: string) => `connectory/connect-link/1\0${workspaceId}\0${id}`;

const keptMilliseconds = 30 * 24 * 60 * 60 * 1_000;

/** Deletes the state of ended attempts and at most `most` links that ended 30 days ago. Returns how many were removed. */
export async function removeEndedLinks(tables: Kysely<ControlPlaneTables>, most: number): Promise<number> {
  const now = Date.now();
  await tables
    .updateTable('connect_links')
    .set({ key_id: null, sealed: null, state_hash: null })
    .where('sealed', 'is not', null)
    .where('expires_at', '<', new Date(now).toISOString())
    .execute();
  const { numDeletedRows } = await tables
    .deleteFrom('connect_links')
    .where('id', 'in', (query) =>
      query
        .selectFrom('connect_links')
        .select('id')
        .where('expires_at', '<', new Date(now - keptMilliseconds).toISOString())
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
