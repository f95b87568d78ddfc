import { timingSafeEqual } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { controlPlaneLimits, LookupCache } from '../connections/lookup-cache.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { displayNameSchema, isId, parseInput } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import { type ActingPerson, type Actor, noActor } from '../people/actor.ts';
import { rolePolicy, storedPolicy } from '../people/roles.ts';
import { hashOf } from '../secret-hash.ts';
import { type CallLimits, storedLimits, storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import { childExpiry, narrowedPolicy, newTokenPolicy, type Policy, policySchema, widerPart } from './policy.ts';
import { emitToken, insertToken, newTokenRow, newTokenText, revokeToken } from './stored-tokens.ts';

/** A token without its text, which is not stored. Times are UTC ISO strings. */
export interface Token {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly policy: Policy;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly kind: TokenKind;
  /** The person whose rights it has at most, and the agent that uses it. */
  readonly actor: Actor;
}

/** `token`: its text was given to a program; `agent`: an OAuth client has it; `session`: a signed-in person, without a text. */
export type TokenKind = 'token' | 'agent' | 'session';

/** A token to create; `expiresAt` is a UTC ISO string in the future. */
export interface NewToken {
  readonly name: string;
  readonly policy?: Policy;
  readonly expiresAt?: string;
}

/** On whose behalf tokens are made, listed and revoked: who is no admin has to do only with tokens that are not wider than its own. */
export type TokenMaker = Pick<TokenPrincipal, 'policy' | 'expiresAt' | 'rootId' | 'actor'>;

const newTokenSchema = z.strictObject({
  name: displayNameSchema,
  policy: policySchema.default({}),
  expiresAt: z.iso
    .datetime()
    .refine((time) => Date.parse(time) > Date.now(), 'must be in the future')
    .optional(),
});

const batchSize = 500;
const maxToken = 512;
const tokenForm = /^cty_[\w-]{43}$/;
const admin: AdminPrincipal = Object.freeze({ kind: 'admin', person: null });

interface Authenticated {
  readonly principal: TokenPrincipal;
  readonly expiresAtMilliseconds: number;
}

/** The access tokens of all workspaces. A token is `cty_` and 32 random bytes in base64url; only its SHA-256 is stored. */
export class Tokens {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #adminHash: Buffer | undefined;
  readonly #cache = new LookupCache<Authenticated>(controlPlaneLimits);

  /** Throws an `Error` when the admin token is too short to withstand guessing. */
  constructor(tables: Kysely<ControlPlaneTables>, adminToken: Secret | undefined) {
    this.#tables = tables;
    this.#adminHash = adminToken === undefined ? undefined : Buffer.from(hashOf(acceptedAdminToken(adminToken)));
  }

  /** Cached lookups. */
  get cached(): { readonly limit: number; inUse(): number } {
    return this.#cache.size;
  }

  /**
   * Creates a token and returns its text, which cannot be read again. One that `maker` makes can do no more than it and ends no later:
   * what is left out is as in `maker`, but the right to manage. Throws `invalid_params`, `forbidden` for one that would be wider,
   * `not_found` for a workspace that does not exist, and `conflict` when the workspace has 1,000 tokens that are valid.
   */
  async create(
    workspaceId: WorkspaceId,
    newToken: NewToken,
    maker?: TokenMaker,
  ): Promise<{ readonly token: Token; readonly text: Secret }> {
    const asked = parseInput(newTokenSchema, newToken);
    const end = asked.expiresAt === undefined ? null : new Date(asked.expiresAt).toISOString();
    const policy = newTokenPolicy(asked.policy, maker);
    const text = newTokenText();
    const row: ControlPlaneTables['tokens'] = {
      ...newTokenRow(workspaceId, asked.name, hashOf(text), policy),
      expires_at: maker === undefined ? end : childExpiry(end, maker.expiresAt),
      ...(maker !== undefined && {
        root_id: maker.rootId,
        person_id: maker.actor.person?.id ?? null,
        agent: maker.actor.agent,
      }),
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await insertToken(transaction, row);
      await emitToken(transaction, 'token.created', row);
    });
    this.#cache.delete(row.hash);
    return { token: toToken(row, maker?.actor), text: new Secret(text) };
  }

  /**
   * Who bears this text, or null when it is no valid token (unknown, expired, revoked). Answers at once for a token seen
   * in the last 5 seconds; a revocation by another process is seen within that time, one by this process at once.
   */
  async authenticate(text: string): Promise<Principal | null> {
    if (text.length > maxToken) return null;
    const digest = hashOf(text);
    if (this.#adminHash !== undefined && timingSafeEqual(Buffer.from(digest), this.#adminHash)) return admin;
    if (!tokenForm.test(text)) return null;
    // The keys are hashes, so how long the search takes says nothing about the token.
    return validPrincipal(await this.#cache.get(digest, () => this.#find(digest)));
  }

  /**
   * A signed-in person in a workspace, with the policy of the role; null for a person who has none there. The token that stands for
   * the person's sessions is made when it is first needed.
   */
  async ofPerson(workspaceId: WorkspaceId, personId: string): Promise<TokenPrincipal | null> {
    if (!isId(personId)) return null;
    // No text has such a hash.
    const key = `session/${workspaceId}/${personId}`;
    const load = async () => (await this.#find(key)) ?? (await this.#startSession(workspaceId, personId, key));
    return validPrincipal(await this.#cache.get(key, load));
  }

  /** Ends the tokens of a person in a workspace permanently. A membership that ends with them has to be removed first. */
  async revokeOfPerson(workspaceId: WorkspaceId, personId: string): Promise<void> {
    await this.#revokeAll(personId, workspaceId);
  }

  /** Ends the tokens of a person in all workspaces permanently, as when the person is removed. */
  async revokeEverywhere(personId: string): Promise<void> {
    await this.#revokeAll(personId, undefined);
  }

  async #revokeAll(personId: string, workspaceId: WorkspaceId | undefined): Promise<void> {
    await this.#tables.transaction().execute(async (transaction) => {
      const revoked = await transaction
        .updateTable('tokens')
        .set({ revoked_at: new Date().toISOString() })
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .where('kind', '<>', 'session')
        .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
        .returningAll()
        .execute();
      for (const row of revoked) await emitToken(transaction, 'token.revoked', row);
    });
    this.#cache.clear();
  }

  async #startSession(workspaceId: WorkspaceId, personId: string, hash: string): Promise<Authenticated | null> {
    const role = await this.#tables
      .selectFrom('people')
      .innerJoin('workspaces', (join) => join.on('workspaces.id', '=', workspaceId))
      .leftJoin('members', (join) =>
        join.onRef('members.person_id', '=', 'people.id').on('members.workspace_id', '=', workspaceId),
      )
      .select(['people.is_admin', 'members.role'])
      .where('people.id', '=', personId)
      .where('people.state', '=', 'active')
      .where('workspaces.deleted_at', 'is', null)
      .executeTakeFirst();
    if (role === undefined || (role.is_admin !== 1 && role.role === null)) return null;
    // What the person may do follows from the role alone.
    const row = {
      ...newTokenRow(workspaceId, 'session', hash, { manage: true, approve: true }),
      kind: 'session',
      person_id: personId,
    };
    await this.#tables
      .insertInto('tokens')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return this.#find(hash);
  }

  /** Tokens of the workspace, oldest first, with expired and revoked ones; for a maker only those that are not wider than itself. */
  async list(workspaceId: WorkspaceId, request: PageRequest = {}, maker?: TokenMaker): Promise<Page<Token>> {
    const limit = pageLimit(request);
    const found: Token[] = [];
    let after = pagePosition(request, 2);
    let isLast = false;
    // A cursor names the last token of its page, so that none is made of a token that is not shown.
    while (!isLast && found.length <= limit) {
      const rows = await this.#rowsAfter(workspaceId, after, maker === undefined ? limit + 1 : batchSize);
      const last = rows.at(-1);
      isLast = maker === undefined || rows.length < batchSize || last === undefined;
      if (last !== undefined) after = [last.created_at, last.id];
      found.push(...rows.map((row) => toToken(row, actorOf(row))).filter(({ policy }) => isWithin(policy, maker)));
    }
    return toPage(found.slice(0, limit + 1), limit, (token) => [token.createdAt, token.id]);
  }

  /**
   * Ends a token for good, with what was granted to OAuth clients with it; a revoked one stays as it is. Throws `not_found` when the
   * workspace has no such token, or one that is wider than the maker.
   */
  async revoke(workspaceId: WorkspaceId, id: string, maker?: TokenMaker): Promise<Token> {
    const found = isId(id)
      ? await rowsWithRole(this.#tables)
          .where('tokens.workspace_id', '=', workspaceId)
          .where('tokens.id', '=', id)
          .where('tokens.kind', '<>', 'session')
          .executeTakeFirst()
      : undefined;
    const row =
      found !== undefined && isWithin(toToken(found).policy, maker)
        ? await this.#tables.transaction().execute((transaction) => revokeToken(transaction, found.id))
        : undefined;
    if (row === undefined || found === undefined)
      throw new GatewayError('not_found', 'The workspace has no token with that id. List its tokens.');
    this.#cache.clear();
    return toToken(row, actorOf(found));
  }

  /**
   * The token while it is valid, as the database has it now, with what its policy allows today; null once it is revoked or expired, or its
   * person has no role in the workspace.
   */
  async valid(workspaceId: WorkspaceId, id: string): Promise<Token | null> {
    if (!isId(id)) return null;
    const row = await rowsWithRole(this.#tables)
      .where('tokens.workspace_id', '=', workspaceId)
      .where('tokens.id', '=', id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date().toISOString())]))
      .executeTakeFirst();
    const policy = row && policyToday(row);
    return row === undefined || policy === undefined ? null : { ...toToken(row, actorOf(row)), policy };
  }

  #rowsAfter(workspaceId: WorkspaceId, after: readonly string[] | null, limit: number): Promise<TokenRow[]> {
    return rowsWithRole(this.#tables)
      .where('tokens.workspace_id', '=', workspaceId)
      .where('tokens.kind', '<>', 'session')
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('tokens.created_at', 'tokens.id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
        ),
      )
      .orderBy('tokens.created_at')
      .orderBy('tokens.id')
      .limit(limit)
      .execute();
  }

  /** Drops all cached tokens, as after a change of their workspace. */
  forgetAll(): void {
    this.#cache.clear();
  }

  async #find(digest: string): Promise<Authenticated | null> {
    const row = await rowsWithRole(this.#tables)
      .innerJoin('workspaces', 'workspaces.id', 'tokens.workspace_id')
      .select('workspaces.limits')
      .where('tokens.hash', '=', digest)
      .executeTakeFirst();
    if (row === undefined || row.revoked_at !== null) return null;
    const policy = policyToday(row);
    if (policy === undefined) return null;
    const { id, workspaceId, expiresAt, actor, name: tokenName, kind: tokenKind } = toToken(row, actorOf(row));
    const workspaceLimits = storedLimits(workspaceId, row.limits);
    const rootId = row.root_id ?? id;
    const ends = [expiresAt, row.text_expires_at].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
    return {
      principal: Object.freeze({
        kind: 'token',
        tokenId: id,
        tokenName,
        tokenKind,
        rootId,
        actor,
        workspaceId,
        policy,
        workspaceLimits,
        expiresAt,
      }),
      expiresAtMilliseconds: Math.min(Number.POSITIVE_INFINITY, ...ends),
    };
  }
}

const isWithin = (policy: Policy, maker: TokenMaker | undefined) =>
  maker === undefined || widerPart(policy, maker.policy) === undefined;

function acceptedAdminToken(adminToken: Secret): string {
  const text = adminToken.reveal();
  if (text.length >= 16 && text.length <= maxToken) return text;
  throw new Error('CONNECTORY_ADMIN_TOKEN must have 16 to 512 characters. Create one with: openssl rand -base64 32');
}

function validPrincipal(authenticated: Authenticated | null): TokenPrincipal | null {
  if (authenticated === null) return null;
  return authenticated.expiresAtMilliseconds > Date.now() ? authenticated.principal : null;
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof rowsWithRole>['execute']>>[number];

/** Tokens with their person, and the person's role in the workspace. */
const rowsWithRole = (tables: Kysely<ControlPlaneTables>) =>
  tables
    .selectFrom('tokens')
    .leftJoin('people', 'people.id', 'tokens.person_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.person_id', '=', 'tokens.person_id')
        .onRef('members.workspace_id', '=', 'tokens.workspace_id'),
    )
    .leftJoin('roles', (join) =>
      join.onRef('roles.workspace_id', '=', 'tokens.workspace_id').onRef('roles.name', '=', 'members.role'),
    )
    .selectAll('tokens')
    .select([
      'people.name as person_name',
      'people.email as person_email',
      'people.state as person_state',
      'people.is_admin',
      'members.role',
      'roles.policy as role_policy',
    ]);

function toToken(row: ControlPlaneTables['tokens'], actor: Actor = noActor): Token {
  return {
    id: row.id,
    workspaceId: storedWorkspaceId(row.workspace_id),
    name: row.name,
    policy: storedPolicy(row.policy, `token ${row.id}`),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    kind: row.kind as TokenKind,
    actor,
  };
}

/** Who acts with a token of a row. */
function actorOf({ person_id: id, person_name: name, person_email: email, agent }: TokenRow): Actor {
  if (id === null) return agent === null ? noActor : { person: null, agent };
  return { person: { id, name: name ?? '', email }, agent };
}

/** What a token may do today: a person's never more than the role; undefined when its person has none. */
function policyToday(row: TokenRow): Policy | undefined {
  const own = storedPolicy(row.policy, `token ${row.id}`);
  if (row.person_id === null) return own;
  const role = row.person_state === 'active' ? rolePolicy(row) : null;
  return role === null ? undefined : Object.freeze(narrowedPolicy(own, role));
}

/** The operator, identified by CONNECTORY_ADMIN_TOKEN, or a signed-in admin: makes workspaces, and may manage all of them. */
export interface AdminPrincipal {
  readonly kind: 'admin';
  /** The signed-in admin; null for the admin token. */
  readonly person: ActingPerson | null;
}

/** The bearer of a stored token: acts in one workspace within the token's policy. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly tokenId: string;
  readonly tokenName: string;
  readonly tokenKind: TokenKind;
  /** ID of the token that this one descends from: its own, unless it was made with another token. */
  readonly rootId: string;
  /** Who acts with it. */
  readonly actor: Actor;
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
  /** Limits that all tokens of the workspace share. */
  readonly workspaceLimits: CallLimits;
  /** UTC ISO string, or null when the token does not expire. */
  readonly expiresAt: string | null;
}

/** The sender of a request. */
export type Principal = AdminPrincipal | TokenPrincipal;

const dayMilliseconds = 24 * 60 * 60 * 1_000;

/** Removes at most `most` tokens that were revoked or expired more than `days` ago. Returns how many were removed. */
export async function removeEndedTokens(
  tables: Kysely<ControlPlaneTables>,
  days: number,
  max: number,
): Promise<number> {
  const longAgo = new Date(Date.now() - days * dayMilliseconds).toISOString();
  const { numDeletedRows } = await tables
    .deleteFrom('tokens')
    .where('id', 'in', (query) =>
      query
        .selectFrom('tokens')
        .select('id')
        .where(({ eb, or }) => or([eb('revoked_at', '<', longAgo), eb('expires_at', '<', longAgo)]))
        .limit(max),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
