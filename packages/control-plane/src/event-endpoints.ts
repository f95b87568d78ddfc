import { randomBytes } from 'node:crypto';
import { Secret } from '@connectory/connector-sdk/engine';
import { constraintViolation } from '@connectory/database';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { connectionNotFound } from './connections/connection.ts';
import type { EncryptionKeys } from './connections/encryption-keys.ts';
import { controlPlaneLimits, LookupCache } from './connections/lookup-cache.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import { isId, parseInput } from './input.ts';
import { storedWorkspaceId, type WorkspaceId } from './workspaces.ts';

/** Where the vendor of a connection sends its events, and how many arrived. */
export interface EventEndpoint {
  readonly workspaceId: WorkspaceId;
  readonly connectionId: string;
  /** The secret part of the URL. */
  readonly urlSecret: Secret;
  /** The secret the vendor signs with; null until it is stored. */
  readonly secret: Secret | null;
  readonly received: number;
  readonly repeated: number;
  readonly refused: number;
  /** Records that were read and stored because of events. */
  readonly applied: number;
  readonly lastReceivedAt: string | null;
}

/** Changes of an endpoint; omitted parts stay as they are. */
export interface EventEndpointChange {
  /** The vendor's secret; null removes it. */
  readonly secret?: string | null | undefined;
  /** Makes a new URL; the former one is refused from then on. */
  readonly newUrl?: boolean | undefined;
}

type Row = ControlPlaneTables['event_endpoints'];
type Secrets = { readonly urlSecret: string; readonly secret: string | null };

const changeSchema = z.strictObject({
  secret: z.string().min(1).max(8_192).nullable().optional(),
  newUrl: z.boolean().optional(),
});

/**
 * The endpoints of all connections for events of their vendors. The secrets are encrypted, bound to workspace and connection.
 */
export class EventEndpoints {
  readonly receipts: EventReceipts;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #keys: EncryptionKeys;
  readonly #counts: EventCounts;
  readonly #cache = new LookupCache<EventEndpoint>(controlPlaneLimits);

  constructor(tables: Kysely<ControlPlaneTables>, keys: EncryptionKeys, onError: (error: unknown) => void) {
    this.#tables = tables;
    this.#keys = keys;
    this.receipts = new EventReceipts(tables);
    this.#counts = new EventCounts(tables, onError);
  }

  /** Cached lookups. */
  get cached(): { readonly limit: number; inUse(): number } {
    return this.#cache.size;
  }

  /** The endpoint of a connection, created on first use. Throws `connector_not_found`. */
  async get(workspaceId: WorkspaceId, connectionId: string): Promise<EventEndpoint> {
    if (!isId(connectionId)) throw connectionNotFound();
    await this.#counts.store();
    const stored = await this.#row(connectionId);
    if (stored !== undefined && stored.workspace_id !== workspaceId) throw connectionNotFound();
    if (stored !== undefined) return this.#open(stored);
    await this.#insert(workspaceId, connectionId);
    const made = await this.#row(connectionId);
    if (made === undefined || made.workspace_id !== workspaceId) throw connectionNotFound();
    return this.#open(made);
  }

  /** Changes the endpoint of a connection. Throws `invalid_params` and `connector_not_found`. */
  async change(workspaceId: WorkspaceId, connectionId: string, change: EventEndpointChange): Promise<EventEndpoint> {
    const { secret, newUrl = false } = parseInput(changeSchema, change);
    const known = await this.get(workspaceId, connectionId);
    const secrets: Secrets = {
      urlSecret: newUrl ? newUrlSecret() : known.urlSecret.reveal(),
      secret: secret === undefined ? (known.secret?.reveal() ?? null) : secret,
    };
    const row = await this.#tables
      .updateTable('event_endpoints')
      .set({ ...this.#sealed(workspaceId, connectionId, secrets), updated_at: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', connectionId)
      .returningAll()
      .executeTakeFirst();
    this.forget(connectionId);
    if (row === undefined) throw connectionNotFound();
    return this.#open(row);
  }

  /** The endpoint of a connection in any workspace, at most 5 seconds old; null if it was never created. */
  async find(connectionId: string): Promise<EventEndpoint | null> {
    if (!isId(connectionId)) return null;
    return this.#cache.get(connectionId, async () => {
      const row = await this.#row(connectionId);
      return row === undefined ? null : this.#open(row);
    });
  }

  /** Counts the outcome of an event. */
  count(connectionId: string, outcome: EventOutcome): void {
    this.#counts.add(connectionId, outcome);
  }

  /** Forgets an endpoint whose row or connection has changed. */
  forget(connectionId: string): void {
    this.#cache.delete(connectionId);
  }

  /** Re-encrypts all values with the current key. Damaged rows stay as they are and fail when they are read. */
  async rotate(): Promise<void> {
    const previous = this.#keys.previousIds;
    if (previous.length === 0) return;
    const rows = await this.#tables.selectFrom('event_endpoints').selectAll().where('key_id', 'in', previous).execute();
    for (const row of rows) {
      const renewed = this.#keys.reseal({ keyId: row.key_id, bytes: row.sealed }, contextOf(row));
      if (renewed === null) continue;
      await this.#tables
        .updateTable('event_endpoints')
        .set({ key_id: renewed.keyId, sealed: renewed.bytes })
        .where('connection_id', '=', row.connection_id)
        .where('key_id', '=', row.key_id)
        .where('updated_at', '=', row.updated_at)
        .execute();
    }
  }

  /** Stores the counts. */
  close(): Promise<void> {
    return this.#counts.store();
  }

  async #insert(workspaceId: WorkspaceId, connectionId: string): Promise<void> {
    const sealed = this.#sealed(workspaceId, connectionId, { urlSecret: newUrlSecret(), secret: null });
    const counts = { received: 0, repeated: 0, refused: 0, applied: 0 };
    try {
      await this.#tables
        .insertInto('event_endpoints')
        .values({
          connection_id: connectionId,
          workspace_id: workspaceId,
          ...sealed,
          ...counts,
          last_received_at: null,
          updated_at: new Date().toISOString(),
        })
        .onConflict((conflict) => conflict.column('connection_id').doNothing())
        .execute();
    } catch (error) {
      if (constraintViolation(error) === 'foreign_key') throw connectionNotFound();
      throw error;
    }
    // The absence may have been cached.
    this.forget(connectionId);
  }

  #row(connectionId: string): Promise<Row | undefined> {
    return this.#tables
      .selectFrom('event_endpoints')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .executeTakeFirst();
  }

  #sealed(workspaceId: string, connectionId: string, secrets: Secrets): Pick<Row, 'key_id' | 'sealed'> {
    const context = contextOf({ workspace_id: workspaceId, connection_id: connectionId });
    const { keyId, bytes } = this.#keys.seal(Buffer.from(JSON.stringify(secrets)), context);
    return { key_id: keyId, sealed: bytes };
  }

  #open(row: Row): EventEndpoint {
    const text = this.#keys.open({ keyId: row.key_id, bytes: row.sealed }, contextOf(row)).toString();
    const { urlSecret, secret } = JSON.parse(text) as Secrets;
    return {
      workspaceId: storedWorkspaceId(row.workspace_id),
      connectionId: row.connection_id,
      urlSecret: new Secret(urlSecret),
      secret: secret === null ? null : new Secret(secret),
      received: Number(row.received),
      repeated: Number(row.repeated),
      refused: Number(row.refused),
      applied: Number(row.applied),
      lastReceivedAt: row.last_received_at,
    };
  }
}

const newUrlSecret = () => randomBytes(32).toString('base64url');

const contextOf = ({
  workspace_id: workspaceId,
  connection_id: connectionId,
}: Pick<Row, 'workspace_id' | 'connection_id'>) => `connectory/event-endpoint/1\0${workspaceId}\0${connectionId}`;

/** Outcome of an event: accepted, already accepted before, or refused; `applied` counts records that were read because of events. */
export type EventOutcome = 'received' | 'repeated' | 'refused' | 'applied';

type Counts = Record<EventOutcome, number> & { at: string | null };

const flushMilliseconds = 1_000;

/** Counts the events of connections and stores the counts once a second. */
export class EventCounts {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #onError: (error: unknown) => void;
  #waiting = new Map<string, Counts>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(tables: Kysely<ControlPlaneTables>, onError: (error: unknown) => void) {
    this.#tables = tables;
    this.#onError = onError;
  }

  /** Counts one. */
  add(connectionId: string, outcome: EventOutcome): void {
    const counts = this.#waiting.get(connectionId) ?? { received: 0, repeated: 0, refused: 0, applied: 0, at: null };
    counts[outcome] += 1;
    if (outcome === 'received') counts.at = new Date().toISOString();
    this.#waiting.set(connectionId, counts);
    this.#timer ??= setTimeout(() => void this.store(), flushMilliseconds).unref();
  }

  /** Stores the counts. Counts that cannot be stored are reported and dropped. */
  store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#storing = this.#storing.then(() => this.#storeAll(waiting)).catch(this.#onError);
    return this.#storing;
  }

  async #storeAll(waiting: ReadonlyMap<string, Counts>): Promise<void> {
    for (const [connectionId, { received, repeated, refused, applied, at }] of waiting) {
      await this.#tables
        .updateTable('event_endpoints')
        .set(({ eb }) => ({
          received: eb('received', '+', received),
          repeated: eb('repeated', '+', repeated),
          refused: eb('refused', '+', refused),
          applied: eb('applied', '+', applied),
          ...(at !== null && { last_received_at: at }),
        }))
        .where('connection_id', '=', connectionId)
        .execute();
    }
  }
}

/** How long an event is remembered, and how many of a connection are. */
const keptMilliseconds = 24 * 60 * 60 * 1_000;
const maxOfConnection = 10_000;
const betweenRemovals = 1_000;

/** Recent events, to recognize repeated ones. */
export class EventReceipts {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #sinceRemoval = new Map<string, number>();

  constructor(tables: Kysely<ControlPlaneTables>) {
    this.#tables = tables;
  }

  /** Notes that an event arrived; false when it had arrived before. */
  async note(connectionId: string, digest: string): Promise<boolean> {
    const row = await this.#tables
      .insertInto('event_receipts')
      .values({ connection_id: connectionId, digest, received_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['connection_id', 'digest']).doNothing())
      .returning('digest')
      .executeTakeFirst();
    if (row === undefined) return false;
    await this.#removeSome(connectionId);
    return true;
  }

  /** Forgets an event whose meaning could not be found out, so that it is accepted when it arrives again. */
  async forget(connectionId: string, digest: string): Promise<void> {
    await this.#tables
      .deleteFrom('event_receipts')
      .where('connection_id', '=', connectionId)
      .where('digest', '=', digest)
      .execute();
  }

  /** Removes at most `most` events that arrived more than a day ago. Returns how many were removed. */
  async removeOld(most: number): Promise<number> {
    const before = new Date(Date.now() - keptMilliseconds).toISOString();
    const old = await this.#tables
      .selectFrom('event_receipts')
      .select(['connection_id', 'digest'])
      .where('received_at', '<', before)
      .orderBy('received_at')
      .limit(most)
      .execute();
    if (old.length === 0) return 0;
    const { numDeletedRows } = await this.#tables
      .deleteFrom('event_receipts')
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('connection_id', 'digest'),
          'in',
          old.map(({ connection_id: connection, digest }) => tuple(connection, digest)),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #removeSome(connectionId: string): Promise<void> {
    const since = (this.#sinceRemoval.get(connectionId) ?? 0) + 1;
    if (since < betweenRemovals) {
      this.#sinceRemoval.set(connectionId, since);
      return;
    }
    this.#sinceRemoval.delete(connectionId);
    const oldest = await this.#tables
      .selectFrom('event_receipts')
      .select('received_at')
      .where('connection_id', '=', connectionId)
      .orderBy('received_at', 'desc')
      .offset(maxOfConnection)
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return;
    await this.#tables
      .deleteFrom('event_receipts')
      .where('connection_id', '=', connectionId)
      .where('received_at', '<=', oldest.received_at)
      .execute();
  }
}
