import { randomBytes } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { hashOf } from '../secret-hash.ts';
import { childExpiry, childPolicy, narrowedPolicy, type Policy } from '../tokens/policy.ts';
import { emitToken, insertToken, newTokenRow, newTokenText, revokeToken } from '../tokens/stored-tokens.ts';
import type { TokenPrincipal, Tokens } from '../tokens/tokens.ts';
import { storedWorkspaceId } from '../workspaces.ts';

/** What a person grants to a client. */
export interface NewGrant {
  readonly clientId: string;
  /** What the client is called in lists and in the audit. */
  readonly clientName: string;
  readonly redirectUri: string;
  /** SHA-256 of the verifier that only the client has, in base64url. */
  readonly codeChallenge: string;
  readonly resource: string;
  /** What is taken away from the policy of the granting token. */
  readonly restriction: Policy;
  /** UTC ISO string; without it the grant ends only by disuse. */
  readonly expiresAt?: string | undefined;
}

/** A code as a client presents it. */
export interface PresentedCode {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource?: string | undefined;
}

/** A refresh token as a client presents it. */
export interface PresentedRefresh {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly resource?: string | undefined;
}

/** What a client gets for a code or a refresh token. */
export interface GrantedAccess {
  readonly accessToken: Secret;
  readonly refreshToken: Secret;
  readonly expiresInSeconds: number;
}

/**
 * Why a client gets nothing: `other_resource` if it asked for another one than was granted, `reused` if a code or refresh token had been
 * used before, which ends the grant, otherwise `invalid`.
 */
export type GrantRefusal = 'invalid' | 'other_resource' | 'reused';

const codeMilliseconds = 60_000;
const accessMilliseconds = 60 * 60 * 1_000;
const idleMilliseconds = 30 * 24 * 60 * 60 * 1_000;
/** The most valid grants of one granting token. */
const maxGrants = 100;
const codeForm = /^[\w-]{43}$/;
const refreshForm = /^ctr_([\w-]{43})([\w-]{43})$/;

type GrantRow = ControlPlaneTables['oauth_grants'];

/**
 * What people granted to OAuth clients. A grant is a token of kind `agent` whose text is replaced at each refresh; it never allows more
 * than the token with which it was granted, and ends with it. Of codes, access and refresh tokens only SHA-256 is stored.
 */
export class OAuthGrants {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #tokens: Tokens;
  readonly #locks: boolean;

  constructor(database: Database, tokens: Tokens) {
    this.#tables = database.tables<ControlPlaneTables>();
    this.#tokens = tokens;
    // SQLite has one writer at a time.
    this.#locks = database.dialect === 'postgres';
  }

  /**
   * Makes a grant and returns its code, which can be used once, within 60 seconds. It has neither the right to manage nor to approve.
   * Throws `forbidden` for a granting token that may not make others, `unauthenticated` for one that has ended, and `conflict` for one
   * with 100 grants that are valid.
   */
  async start(granter: TokenPrincipal, grant: NewGrant): Promise<{ readonly tokenId: string; readonly code: Secret }> {
    const { manage: _manage, approve: _approve, ...allowed } = narrowedPolicy(grant.restriction, granter.policy);
    const policy = childPolicy(allowed, granter.policy);
    const code = randomBytes(32).toString('base64url');
    const codeExpiresAt = timeIn(codeMilliseconds);
    const row = {
      ...newTokenRow(granter.workspaceId, grant.clientName, '', policy),
      kind: 'agent',
      root_id: granter.rootId,
      person_id: granter.actor.person?.id ?? null,
      agent: grant.clientName,
      // Until the code is used, there is no text.
      expires_at: codeExpiresAt,
    };
    // No text has such a hash.
    row.hash = `grant/${row.id}`;
    const grantRow: GrantRow = {
      token_id: row.id,
      parent_id: granter.tokenId,
      client_id: grant.clientId,
      redirect_uri: grant.redirectUri,
      resource: grant.resource,
      code_hash: hashOf(code),
      code_challenge: grant.codeChallenge,
      code_expires_at: codeExpiresAt,
      code_used_at: null,
      family_hash: null,
      refresh_hash: null,
      ends_at: childExpiry(grant.expiresAt ?? null, granter.expiresAt),
    };
    await this.#tables.transaction().execute(async (transaction) => {
      await insertToken(transaction, row);
      const parent = await transaction
        .selectFrom('tokens')
        .select('revoked_at')
        .where('id', '=', granter.tokenId)
        .$if(this.#locks, (query) => query.forUpdate())
        .executeTakeFirst();
      if (parent === undefined || parent.revoked_at !== null)
        throw new GatewayError('unauthenticated', 'The token has ended in the meantime.');
      await requireRoom(transaction, granter.tokenId);
      await transaction.insertInto('oauth_grants').values(grantRow).execute();
    });
    return { tokenId: row.id, code: new Secret(code) };
  }

  /** Exchanges a code for access. */
  async exchange(presented: PresentedCode): Promise<GrantedAccess | GrantRefusal> {
    if (!codeForm.test(presented.code)) return 'invalid';
    const grant = await this.#grant('code_hash', hashOf(presented.code));
    if (grant === undefined) return 'invalid';
    if (grant.code_used_at !== null) return this.#end(grant);
    if (
      grant.client_id !== presented.clientId ||
      grant.redirect_uri !== presented.redirectUri ||
      grant.code_challenge !== hashOf(presented.verifier) ||
      grant.code_expires_at <= timeIn(0)
    )
      return 'invalid';
    const family = randomBytes(32).toString('base64url');
    return this.#renew(grant, presented.resource, family);
  }

  /** Exchanges a refresh token for new access. The former access ends with it. */
  async refresh(presented: PresentedRefresh): Promise<GrantedAccess | GrantRefusal> {
    const [, family, current] = refreshForm.exec(presented.refreshToken) ?? [];
    if (family === undefined || current === undefined) return 'invalid';
    const grant = await this.#grant('family_hash', hashOf(family));
    if (grant === undefined) return 'invalid';
    if (grant.refresh_hash !== hashOf(current)) return this.#end(grant);
    if (grant.client_id !== presented.clientId) return 'invalid';
    return this.#renew(grant, presented.resource, family);
  }

  /** Ends the grant of an access or refresh token of a client, if there is one. Returns the id of its token; null without one. */
  async revoke(text: string, clientId: string): Promise<string | null> {
    const [, family] = refreshForm.exec(text) ?? [];
    const grant =
      family === undefined
        ? await this.#tables
            .selectFrom('oauth_grants')
            .innerJoin('tokens', 'tokens.id', 'oauth_grants.token_id')
            .selectAll('oauth_grants')
            .where('tokens.hash', '=', hashOf(text))
            .executeTakeFirst()
        : await this.#grant('family_hash', hashOf(family));
    if (grant === undefined || grant.client_id !== clientId) return null;
    await this.#end(grant);
    return grant.token_id;
  }

  async #grant(column: 'code_hash' | 'family_hash', digest: string): Promise<GrantRow | undefined> {
    return this.#tables.selectFrom('oauth_grants').selectAll().where(column, '=', digest).executeTakeFirst();
  }

  async #renew(grant: GrantRow, resource: string | undefined, family: string): Promise<GrantedAccess | GrantRefusal> {
    if (resource !== undefined && resource !== grant.resource) return 'other_resource';
    const token = await this.#tables
      .selectFrom('tokens')
      .select('workspace_id')
      .where('id', '=', grant.token_id)
      .executeTakeFirst();
    if (token === undefined) return 'invalid';
    if ((await this.#tokens.valid(storedWorkspaceId(token.workspace_id), grant.token_id)) === null) return 'invalid';
    const current = randomBytes(32).toString('base64url');
    const text = newTokenText();
    const ends = [timeIn(idleMilliseconds), ...(grant.ends_at === null ? [] : [grant.ends_at])].toSorted();
    const textEnds = [timeIn(accessMilliseconds), ...ends].toSorted()[0] as string;
    const isRenewed = await this.#tables.transaction().execute(async (transaction) => {
      const columns = {
        code_used_at: grant.code_used_at ?? timeIn(0),
        family_hash: hashOf(family),
        refresh_hash: hashOf(current),
      };
      // Unless another request has used the same code or refresh token meanwhile.
      const changed = await transaction
        .updateTable('oauth_grants')
        .set(columns)
        .where('token_id', '=', grant.token_id)
        .where('refresh_hash', grant.refresh_hash === null ? 'is' : '=', grant.refresh_hash)
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) return false;
      const renewed = await transaction
        .updateTable('tokens')
        .set({ hash: hashOf(text), expires_at: ends[0] as string, text_expires_at: textEnds })
        .where('id', '=', grant.token_id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (grant.code_used_at === null) await emitToken(transaction, 'token.created', renewed);
      return true;
    });
    if (!isRenewed) return this.#end(grant);
    this.#tokens.forgetAll();
    return {
      accessToken: new Secret(text),
      refreshToken: new Secret(`ctr_${family}${current}`),
      expiresInSeconds: Math.floor((Date.parse(textEnds) - Date.now()) / 1_000),
    };
  }

  async #end(grant: GrantRow): Promise<'reused'> {
    await this.#tables.transaction().execute((transaction) => revokeToken(transaction, grant.token_id));
    this.#tokens.forgetAll();
    return 'reused';
  }
}

/** One token, or person, cannot use up the tokens of its workspace. */
async function requireRoom(tables: Kysely<ControlPlaneTables>, parentId: string): Promise<void> {
  const { grants } = await tables
    .selectFrom('oauth_grants')
    .innerJoin('tokens', 'tokens.id', 'oauth_grants.token_id')
    .select(({ fn }) => fn.countAll<number | string>().as('grants'))
    .where('oauth_grants.parent_id', '=', parentId)
    .where('tokens.revoked_at', 'is', null)
    .where('tokens.expires_at', '>', timeIn(0))
    .executeTakeFirstOrThrow();
  if (Number(grants) < maxGrants) return;
  throw new GatewayError('conflict', `You have let ${maxGrants} programs act for you. End some of them first.`);
}

const timeIn = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Removes at most `max` grants whose code was not used in time. Returns how many were removed. */
export async function removeUnusedGrants(tables: Kysely<ControlPlaneTables>, max: number): Promise<number> {
  const { numDeletedRows } = await tables
    .deleteFrom('tokens')
    .where('id', 'in', (query) =>
      query
        .selectFrom('oauth_grants')
        .select('token_id')
        .where('code_used_at', 'is', null)
        .where('code_expires_at', '<', timeIn(-codeMilliseconds))
        .limit(max),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
