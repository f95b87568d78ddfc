import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId } from '../input.ts';
import { hashOf } from '../secret-hash.ts';

/** The ways in which a client can authenticate at the token endpoint; `none` for a public client. */
export const clientAuthentications = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** How a client authenticates at the token endpoint. */
export type ClientAuthentication = (typeof clientAuthentications)[number];

/** A program that may ask people for access. */
export interface OAuthClient {
  /** A UUID, or the URL of the document that describes it. */
  readonly id: string;
  /** What it calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authentication: ClientAuthentication;
}

/** A client to register, and the network address that registers it. */
export interface NewOAuthClient extends Omit<OAuthClient, 'id'> {
  readonly address: string;
}

const hour = 60 * 60 * 1_000;
const unusedMilliseconds = 24 * hour;
const usedMilliseconds = 90 * 24 * hour;
/** The most clients that were registered and never used: by one address, and in all. */
const maxUnused = { ofAddress: 100, all: 5_000 };

/** The registered OAuth clients. One that nobody grants access expires after a day, any other 90 days after its last use. */
export class OAuthClients {
  readonly #tables: Kysely<ControlPlaneTables>;

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /**
   * Registers a client; the secret is null for a public one, and cannot be read again. Throws `rate_limited` while the address has
   * 100 clients that were never used, or all addresses have 5,000.
   */
  async register(client: NewOAuthClient): Promise<{ readonly client: OAuthClient; readonly secret: Secret | null }> {
    const secret = client.authentication === 'none' ? null : randomBytes(32).toString('base64url');
    const row: ControlPlaneTables['oauth_clients'] = {
      id: randomUUID(),
      name: client.name,
      redirect_uris: JSON.stringify(client.redirectUris),
      authentication: client.authentication,
      secret_hash: secret === null ? null : hashOf(secret),
      address: client.address,
      created_at: new Date().toISOString(),
      used_at: null,
    };
    await this.#requireRoom(client.address);
    await this.#tables.insertInto('oauth_clients').values(row).execute();
    return { client: toClient(row), secret: secret === null ? null : new Secret(secret) };
  }

  /** The client with an id; null for one that is unknown or has expired. */
  async find(id: string): Promise<OAuthClient | null> {
    const row = await this.#row(id);
    return row === undefined ? null : toClient(row);
  }

  /** Whether a secret is that of a client. */
  async hasSecret(id: string, secret: string): Promise<boolean> {
    const expected = (await this.#row(id))?.secret_hash ?? null;
    return expected !== null && timingSafeEqual(Buffer.from(expected), Buffer.from(hashOf(secret)));
  }

  /** Notes that a client has been granted access, or has used it. */
  async noteUse(id: string): Promise<void> {
    if (!isId(id)) return;
    await this.#tables
      .updateTable('oauth_clients')
      .set({ used_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
  }

  async #row(id: string): Promise<ControlPlaneTables['oauth_clients'] | undefined> {
    if (!isId(id)) return undefined;
    const row = await this.#tables.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const ends = row.used_at === null ? at(row.created_at) + unusedMilliseconds : at(row.used_at) + usedMilliseconds;
    return ends > Date.now() ? row : undefined;
  }

  async #requireRoom(address: string): Promise<void> {
    const unused = this.#tables
      .selectFrom('oauth_clients')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('used_at', 'is', null)
      .where('created_at', '>', before(unusedMilliseconds));
    const ofAddress = await unused.where('address', '=', address).executeTakeFirstOrThrow();
    const all = await unused.executeTakeFirstOrThrow();
    if (Number(ofAddress.count) < maxUnused.ofAddress && Number(all.count) < maxUnused.all) return;
    throw new GatewayError(
      'rate_limited',
      'Too many clients have registered in the last day without being granted access. Try again later.',
      { retryAfterSeconds: 3_600 },
    );
  }
}

const at = (time: string) => Date.parse(time);
const before = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

const toClient = (row: ControlPlaneTables['oauth_clients']): OAuthClient => ({
  id: row.id,
  name: row.name,
  redirectUris: JSON.parse(row.redirect_uris) as readonly string[],
  authentication: row.authentication as ClientAuthentication,
});

/** Removes at most `max` clients that have expired. Returns how many were removed. */
export async function removeExpiredClients(tables: Kysely<ControlPlaneTables>, max: number): Promise<number> {
  const { numDeletedRows } = await tables
    .deleteFrom('oauth_clients')
    .where('id', 'in', (query) =>
      query
        .selectFrom('oauth_clients')
        .select('id')
        .where(({ eb, and, or }) =>
          or([
            and([eb('used_at', 'is', null), eb('created_at', '<', before(unusedMilliseconds))]),
            eb('used_at', '<', before(usedMilliseconds)),
          ]),
        )
        .limit(max),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
