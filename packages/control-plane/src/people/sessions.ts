import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import { controlPlaneLimits, LookupCache } from '../connections/lookup-cache.ts';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId } from '../input.ts';
import { hashOf } from '../secret-hash.ts';
import type { ActingPerson } from './actor.ts';

/** A session of a person. Times are UTC ISO strings. */
export interface Session {
  readonly id: string;
  readonly createdAt: string;
  /** When it was last used, to within some minutes. */
  readonly usedAt: string;
  readonly expiresAt: string;
}

/** A valid session, and whose it is. */
export interface SignedIn {
  readonly sessionId: string;
  readonly person: ActingPerson;
  readonly isAdmin: boolean;
  readonly expiresAt: string;
}

const minute = 60_000;
const hour = 60 * minute;
const maxAge = 7 * 24 * hour;
const maxIdle = 12 * hour;
const noteUseAfter = 5 * minute;
const maxSessions = 20;
const form = /^[sp][\w-]{43}$/;

/**
 * The sessions of signed-in people: 32 random bytes, of which only the SHA-256 is stored. One ends 7 days after the sign-in, and after 12
 * hours without use.
 */
export class Sessions {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #cache = new LookupCache<SignedIn>(controlPlaneLimits);

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /** Cached lookups. */
  get cached(): { readonly limit: number; inUse(): number } {
    return this.#cache.size;
  }

  /**
   * Starts a session and returns its text. Of a person's sessions, the 20 newest are kept. The text says whether it was given to a
   * browser over TLS, so that one that was given without is worth nothing there.
   */
  async start(personId: string, isSecure: boolean): Promise<{ readonly session: Session; readonly text: Secret }> {
    const text = `${isSecure ? 's' : 'p'}${randomBytes(32).toString('base64url')}`;
    const now = Date.now();
    const at = new Date(now).toISOString();
    const row = {
      hash: hashOf(text),
      id: randomUUID(),
      person_id: personId,
      created_at: at,
      used_at: at,
      expires_at: new Date(now + maxAge).toISOString(),
    };
    await this.#tables.insertInto('sessions').values(row).execute();
    const older = await this.#tables
      .selectFrom('sessions')
      .select('hash')
      .where('person_id', '=', personId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(1_000)
      .offset(maxSessions)
      .execute();
    await this.#remove(older);
    return { session: toSession(row), text: new Secret(text) };
  }

  /** Whose session a text is; null for one that has ended. What another process ended is seen within 5 seconds. */
  async find(text: string): Promise<SignedIn | null> {
    if (!form.test(text)) return null;
    const digest = hashOf(text);
    const found = await this.#cache.get(digest, () => this.#load(digest));
    if (found === null || Date.parse(found.expiresAt) <= Date.now()) return null;
    return found;
  }

  /** Ends the session with a text, if there is one. */
  async end(text: string): Promise<void> {
    if (form.test(text)) await this.#remove([{ hash: hashOf(text) }]);
  }

  /** Ends a session of a person. Throws `not_found`. */
  async endOne(personId: string, id: string): Promise<Session> {
    const row = isId(id)
      ? await this.#tables
          .selectFrom('sessions')
          .selectAll()
          .where('person_id', '=', personId)
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (row === undefined) throw new GatewayError('not_found', 'You have no session with that id. List your sessions.');
    await this.#remove([row]);
    return toSession(row);
  }

  /** The sessions of a person that have not ended, newest first. */
  async list(personId: string): Promise<readonly Session[]> {
    const rows = await this.#tables
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', personId)
      .where('expires_at', '>', new Date().toISOString())
      .where('used_at', '>', idleSince())
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(maxSessions)
      .execute();
    return rows.map(toSession);
  }

  /** Drops what is cached, as when a person has changed. */
  forgetAll(): void {
    this.#cache.clear();
  }

  async #load(digest: string): Promise<SignedIn | null> {
    const row = await this.#tables
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .selectAll('sessions')
      .select(['people.name', 'people.email', 'people.is_admin'])
      .where('sessions.hash', '=', digest)
      .where('people.state', '=', 'active')
      .executeTakeFirst();
    const now = Date.now();
    if (row === undefined || row.used_at <= idleSince() || Date.parse(row.expires_at) <= now) return null;
    if (Date.parse(row.used_at) < now - noteUseAfter)
      await this.#tables
        .updateTable('sessions')
        .set({ used_at: new Date(now).toISOString() })
        .where('hash', '=', digest)
        .execute();
    return {
      sessionId: row.id,
      person: { id: row.person_id, name: row.name, email: row.email },
      isAdmin: row.is_admin === 1,
      expiresAt: row.expires_at,
    };
  }

  async #remove(rows: readonly { readonly hash: string }[]): Promise<void> {
    if (rows.length === 0) return;
    const hashes = rows.map((row) => row.hash);
    await this.#tables.deleteFrom('sessions').where('hash', 'in', hashes).execute();
    for (const digest of hashes) this.#cache.delete(digest);
  }
}

const idleSince = () => new Date(Date.now() - maxIdle).toISOString();

const toSession = (row: ControlPlaneTables['sessions']): Session => ({
  id: row.id,
  createdAt: row.created_at,
  usedAt: row.used_at,
  expiresAt: row.expires_at,
});

/** Removes at most `max` sessions that have ended. Returns how many were removed. */
export async function removeEndedSessions(tables: Kysely<ControlPlaneTables>, max: number): Promise<number> {
  const now = new Date().toISOString();
  const { numDeletedRows } = await tables
    .deleteFrom('sessions')
    .where('hash', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('hash')
        .where(({ eb, or }) => or([eb('expires_at', '<', now), eb('used_at', '<', idleSince())]))
        .limit(max),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
