import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { controlPlaneLimits, LookupCache } from '../connections/lookup-cache.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { displayNameSchema, isId, parseInput } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import { type CallLimits, lockWorkspace, storedLimits, storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import { childExpiry, newTokenPolicy, type Policy, policySchema, widerPart } from './policy.ts';

/** A token without its text, which is not stored. Times are UTC ISO strings. */
export interface Token {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly policy: Policy;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A token to create; `expiresAt` is a UTC ISO string in the future. */
export interface NewToken {
  readonly name: string;
  readonly policy?: Policy;
  readonly expiresAt?: string;
}

/** On whose behalf tokens are made, listed and revoked: who is no admin has to do only with tokens that are not wider than its own. */
export interface TokenMaker {
  readonly policy: Policy;
  /** UTC ISO string, or null when it does not expire. */
  readonly expiresAt: string | null;
}

const newTokenSchema = z.strictObject({
  name: displayNameSchema,
  policy: policySchema.default({}),
  expiresAt: z.iso
    .datetime()
    .refine((time) => Date.parse(time) > Date.now(), 'must be in the future')
    .optional(),
});

/** The most tokens of a workspace that are neither expired nor revoked. */
const maxTokens = 1_000;
const batchSize = 500;
const maxToken = 512;
const tokenForm = /^cty_[\w-]{43}$/;
const admin: AdminPrincipal = Object.freeze({ kind: 'admin' });

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
    const text = `cty_${randomBytes(32).toString('base64url')}`;
    const row: ControlPlaneTables['tokens'] = {
      id: randomUUID(),
      workspace_id: workspaceId,
      name: asked.name,
      hash: hashOf(text),
      policy: JSON.stringify(policy),
      created_at: new Date().toISOString(),
      expires_at: maker === undefined ? end : childExpiry(end, maker.expiresAt),
      revoked_at: null,
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId);
      await requireRoom(transaction, workspaceId, row.created_at);
      await transaction.insertInto('tokens').values(row).execute();
    });
    this.#cache.delete(row.hash);
    return { token: toToken(row), text: new Secret(text) };
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
      found.push(...rows.map(toToken).filter(({ policy }) => isWithin(policy, maker)));
    }
    return toPage(found.slice(0, limit + 1), limit, (token) => [token.createdAt, token.id]);
  }

  /**
   * Ends a token for good; a revoked one stays as it is. Throws `not_found` when the workspace has no such token, or one that is wider
   * than the maker.
   */
  async revoke(workspaceId: WorkspaceId, id: string, maker?: TokenMaker): Promise<Token> {
    const found = isId(id)
      ? await this.#tables
          .selectFrom('tokens')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    const row =
      found !== undefined && isWithin(toToken(found).policy, maker)
        ? await this.#tables
            .updateTable('tokens')
            .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(new Date().toISOString())) }))
            .where('id', '=', found.id)
            .returningAll()
            .executeTakeFirst()
        : undefined;
    if (row === undefined)
      throw new GatewayError('not_found', 'The workspace has no token with that id. List its tokens.');
    this.#cache.delete(row.hash);
    return toToken(row);
  }

  /** The token while it is valid, as the database has it now; null once it is revoked or expired. */
  async valid(workspaceId: WorkspaceId, id: string): Promise<Token | null> {
    if (!isId(id)) return null;
    const row = await this.#tables
      .selectFrom('tokens')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date().toISOString())]))
      .executeTakeFirst();
    return row === undefined ? null : toToken(row);
  }

  #rowsAfter(
    workspaceId: WorkspaceId,
    after: readonly string[] | null,
    limit: number,
  ): Promise<ControlPlaneTables['tokens'][]> {
    return this.#tables
      .selectFrom('tokens')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Drops all cached tokens, as after a change of their workspace. */
  forgetAll(): void {
    this.#cache.clear();
  }

  async #find(digest: string): Promise<Authenticated | null> {
    const row = await this.#tables
      .selectFrom('tokens')
      .innerJoin('workspaces', 'workspaces.id', 'tokens.workspace_id')
      .selectAll('tokens')
      .select('workspaces.limits')
      .where('hash', '=', digest)
      .executeTakeFirst();
    if (row === undefined || row.revoked_at !== null) return null;
    const { id, workspaceId, policy, expiresAt } = toToken(row);
    const workspaceLimits = storedLimits(workspaceId, row.limits);
    return {
      principal: Object.freeze({ kind: 'token', tokenId: id, workspaceId, policy, workspaceLimits, expiresAt }),
      expiresAtMilliseconds: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    };
  }
}

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId, now: string): Promise<void> {
  const { valid } = await tables
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number | string>().as('valid'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(valid) < maxTokens) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${maxTokens} valid tokens and cannot have more. Revoke unused ones.`,
  );
}

const isWithin = (policy: Policy, maker: TokenMaker | undefined) =>
  maker === undefined || widerPart(policy, maker.policy) === undefined;

function acceptedAdminToken(adminToken: Secret): string {
  const text = adminToken.reveal();
  if (text.length >= 16 && text.length <= maxToken) return text;
  throw new Error('CONNECTORY_ADMIN_TOKEN must have 16 to 512 characters. Create one with: openssl rand -base64 32');
}

function validPrincipal(authenticated: Authenticated | null): Principal | null {
  if (authenticated === null) return null;
  return authenticated.expiresAtMilliseconds > Date.now() ? authenticated.principal : null;
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

function toToken(row: ControlPlaneTables['tokens']): Token {
  return {
    id: row.id,
    workspaceId: storedWorkspaceId(row.workspace_id),
    name: row.name,
    policy: storedPolicy(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** A restriction written by a newer version must not be ignored, so such a token is refused. */
function storedPolicy(row: ControlPlaneTables['tokens']): Policy {
  const result = policySchema.safeParse(JSON.parse(row.policy));
  if (result.success) return Object.freeze(result.data);
  throw new GatewayError(
    'internal',
    `The policy of the token ${row.id} was written by a newer version. Start that version.`,
  );
}

/** The operator, identified by CONNECTORY_ADMIN_TOKEN: makes workspaces, and may manage all of them. */
export interface AdminPrincipal {
  readonly kind: 'admin';
}

/** The bearer of a stored token: acts in one workspace within the token's policy. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly tokenId: string;
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
