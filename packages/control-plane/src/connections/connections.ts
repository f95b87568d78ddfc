import { createHash, randomUUID } from 'node:crypto';
import { constraintViolation } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely, Transaction, Updateable } from 'kysely';
import type { ControlPlaneTables } from '../database/tables.ts';
import { isId, parseInput, plainText } from '../input.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from '../page.ts';
import type { LifecycleEventType } from '../subscriptions/event-types.ts';
import { emit } from '../subscriptions/lifecycle-events.ts';
import type { Policy } from '../tokens/policy.ts';
import { lockWorkspace, storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';
import {
  accountText,
  type ChangeBasis,
  type Connection,
  type ConnectionChange,
  type ConnectionReport,
  type CredentialChange,
  type Credentials,
  connectionChangeSchema,
  connectionNotFound,
  credentialChangeSchema,
  type NewConnection,
  newConnectionSchema,
  type StoredOwnFields,
  toConnection,
  transitions,
  type UsedConnection,
} from './connection.ts';
import type { CredentialStore } from './credential-store.ts';
import { controlPlaneLimits, LookupCache } from './lookup-cache.ts';

/** Which connections to list. */
export interface ConnectionListRequest extends PageRequest {
  /** Only connections of this connector. */
  readonly connector?: string | undefined;
  /** Only connections that this policy allows. */
  readonly policy?: Policy | undefined;
}

/** The most connections of a workspace. */
const maxConnections = 2_000;

/**
 * The connections of all workspaces. Every operation names the workspace, and a connection of another workspace is treated
 * exactly like one that does not exist: lookups give null, changes throw `connector_not_found`.
 */
export class Connections {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #credentials: CredentialStore;
  readonly #cache = new LookupCache<Connection>(controlPlaneLimits);
  readonly #used = new LookupCache<UsedConnection>(controlPlaneLimits);

  constructor(tables: Kysely<ControlPlaneTables>, credentials: CredentialStore) {
    this.#tables = tables;
    this.#credentials = credentials;
  }

  /** Cached lookups. */
  get cached(): { readonly limit: number; inUse(): number } {
    const sizes = [this.#cache.size, this.#used.size];
    return {
      limit: sizes.reduce((sum, { limit }) => sum + limit, 0),
      inUse: () => sizes.reduce((sum, size) => sum + size.inUse(), 0),
    };
  }

  /**
   * Creates an active connection. Throws `invalid_params`, `conflict` for a name in use and in a workspace with 2,000 connections,
   * `not_found` for an unknown workspace.
   */
  async create(workspaceId: WorkspaceId, newConnection: NewConnection): Promise<Connection> {
    const input = parseInput(newConnectionSchema, newConnection);
    const now = new Date().toISOString();
    const row: ControlPlaneTables['connections'] = {
      id: randomUUID(),
      workspace_id: workspaceId,
      connector: input.connector,
      name: input.name,
      settings: input.settings,
      authentication: input.authentication,
      limits: input.limits,
      sync: input.sync,
      paused: 0,
      account: input.account,
      own_revision: null,
      state: 'active',
      state_reason: null,
      state_since: now,
      created_at: now,
      updated_at: now,
    };
    try {
      await this.#tables.transaction().execute(async (transaction) => {
        await lockWorkspace(transaction, workspaceId);
        await requireRoom(transaction, workspaceId);
        await transaction.insertInto('connections').values(row).execute();
        await this.#credentials.insert(transaction, workspaceId, row.id, input.credentials);
        await emitConnection(transaction, 'connection.created', row);
      });
    } catch (error) {
      throw nameConflict(error);
    }
    return toConnection(row);
  }

  /** The connection, or null, as it was at most 5 seconds ago. `fresh` reads it from the database. */
  async get(
    workspaceId: WorkspaceId,
    id: string,
    options: { readonly fresh?: boolean } = {},
  ): Promise<Connection | null> {
    if (!isId(id)) return null;
    const key = `${workspaceId}/${id}`;
    if (options.fresh === true) this.#cache.delete(key);
    return this.#cache.get(key, () => this.#find(workspaceId, 'id', id));
  }

  /** The connection of this exact name, or null. */
  async findByName(workspaceId: WorkspaceId, name: string): Promise<Connection | null> {
    if (!newConnectionSchema.shape.name.safeParse(name).success) return null;
    return this.#find(workspaceId, 'name', name);
  }

  /** Connections of the workspace, ordered by name. */
  async list(workspaceId: WorkspaceId, request: ConnectionListRequest = {}): Promise<Page<Connection>> {
    const limit = pageLimit(request);
    const [after] = pagePosition(request, 1) ?? [];
    const { connector, policy } = request;
    const allowed = policy?.connectors;
    if (allowed?.length === 0) return { items: [], nextCursor: null };
    if (connector !== undefined && !newConnectionSchema.shape.connector.safeParse(connector).success) {
      return { items: [], nextCursor: null };
    }
    const rows = await this.#tables
      .selectFrom('connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(connector !== undefined, (query) => query.where('connector', '=', connector ?? ''))
      .$if(allowed !== undefined, (query) =>
        query.where(({ eb, or }) => or([eb('connector', 'in', allowed ?? []), eb('name', 'in', allowed ?? [])])),
      )
      .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
      .orderBy('name')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toConnection), limit, (last) => [last.name]);
  }

  /**
   * The connection with its decrypted credentials, both as they were at one moment, so that credentials never go where only older or
   * newer settings lead; null without such a connection. At most 5 seconds old; `fresh` reads the database: use it under a lease, before a token is renewed.
   */
  async used(
    workspaceId: WorkspaceId,
    id: string,
    options: { readonly fresh?: boolean } = {},
  ): Promise<UsedConnection | null> {
    if (!isId(id)) return null;
    const key = `${workspaceId}/${id}`;
    if (options.fresh === true) this.#used.delete(key);
    return this.#used.get(key, () => this.#findUsed(workspaceId, id));
  }

  /**
   * Stores new credentials in place of all old ones and makes the connection active. Returns the credentials that are
   * stored now: with `ifVersion`, when somebody else changed them since, theirs. Throws `connector_not_found`.
   */
  async updateCredentials(workspaceId: WorkspaceId, id: string, change: CredentialChange): Promise<Credentials> {
    const { credentials, ifVersion } = parseInput(credentialChangeSchema, change);
    const stored = await this.#changing(workspaceId, id, async (transaction, before) => {
      if (await this.#credentials.replace(transaction, workspaceId, id, credentials, ifVersion)) {
        await this.#write(transaction, before, {}, true);
      }
      return this.#credentials.read(transaction, workspaceId, id);
    });
    if (stored === null) throw connectionNotFound();
    return stored;
  }

  /**
   * Changes a connection, all or nothing; new credentials make it active. Throws `invalid_params`, `connector_not_found`, and `conflict`
   * for a name in use, and when something else is stored by now than the `basis` on which the change was decided.
   */
  async change(
    workspaceId: WorkspaceId,
    id: string,
    change: ConnectionChange,
    basis: ChangeBasis = {},
  ): Promise<Connection> {
    const { credentials, ...columns } = parseInput(connectionChangeSchema, change);
    return this.#changing(workspaceId, id, async (transaction, stored) => {
      if (!isStill(stored, basis)) throw changedMeanwhile();
      const { credentialsVersion: version } = basis;
      if (credentials !== undefined) {
        const replaced = await this.#credentials.replace(transaction, workspaceId, id, credentials, version);
        if (!replaced) throw changedMeanwhile();
      } else if (version !== undefined && (await this.#credentials.version(transaction, workspaceId, id)) !== version) {
        throw changedMeanwhile();
      }
      return toConnection(await this.#write(transaction, stored, columns, credentials !== undefined));
    });
  }

  /**
   * Notes that credentials of a version are about to be sent to the vendor for new ones, until new ones are stored. True when that was
   * noted before, and nothing came of it. Call it under a lease.
   */
  async renewalBegins(workspaceId: WorkspaceId, id: string, version: number): Promise<boolean> {
    return isId(id) && this.#credentials.markRenewing(workspaceId, id, version, true);
  }

  /** Removes that mark. */
  async renewalUnsent(workspaceId: WorkspaceId, id: string, version: number): Promise<void> {
    if (isId(id)) await this.#credentials.markRenewing(workspaceId, id, version, false);
  }

  /**
   * Moves the connection through its states. Cheap enough to call after every execute: nothing is written when the report
   * changes nothing. A report on a connection that is gone, or on credentials that were replaced, does nothing.
   */
  async report(workspaceId: WorkspaceId, id: string, report: ConnectionReport): Promise<void> {
    const { from, to } = transitions[report.event];
    const key = `${workspaceId}/${id}`;
    const known = this.#used.peek(key)?.connection ?? this.#cache.peek(key);
    if (known !== undefined && !from.includes(known.state)) return;
    if (!isId(id)) return;
    const now = new Date().toISOString();
    await this.#tables.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('connections')
        .set({
          state: to,
          state_since: now,
          state_reason: report.event === 'working' ? null : plainText(report.reason, 500),
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('state', 'in', from)
        .$if(report.event === 'credentials_refused', (query) =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('credentials')
                .select('version')
                .whereRef('credentials.connection_id', '=', 'connections.id')
                .where('version', '=', report.event === 'credentials_refused' ? report.credentialsVersion : 0),
            ),
          ),
        )
        .returningAll()
        .executeTakeFirst();
      if (changed !== undefined) await emitConnection(transaction, stateEvents[to], changed);
    });
    this.#forget(workspaceId, id);
  }

  /** Stores the name of a connection's account at the vendor. One that is gone is left alone. */
  async nameAccount(workspaceId: WorkspaceId, id: string, account: string): Promise<void> {
    if (!isId(id)) return;
    await this.#tables
      .updateTable('connections')
      .set({ account: accountText(account) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    this.#forget(workspaceId, id);
  }

  /** What the account of a connection has added, as it was discovered last; null before that, and without such a connection. */
  async ownFields(workspaceId: WorkspaceId, id: string): Promise<StoredOwnFields | null> {
    if (!isId(id)) return null;
    const row = await this.#tables
      .selectFrom('connection_fields')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('connection_id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { revision: row.revision, content: row.content, discoveredAt: row.discovered_at };
  }

  /** Stores what was discovered of the account of a connection, and returns its revision. Throws `connector_not_found`. */
  async storeOwnFields(workspaceId: WorkspaceId, id: string, content: string): Promise<string> {
    const revision = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    const stored = { revision, content, discovered_at: new Date().toISOString() };
    return this.#changing(workspaceId, id, async (transaction) => {
      await transaction
        .insertInto('connection_fields')
        .values({ connection_id: id, workspace_id: workspaceId, ...stored })
        .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(stored))
        .execute();
      await transaction.updateTable('connections').set({ own_revision: revision }).where('id', '=', id).execute();
      return revision;
    });
  }

  /**
   * Deletes the connection with its credentials and idempotency keys, and notes that its copy is to be removed; its audit rows stay. Throws
   * `connector_not_found`.
   */
  async delete(workspaceId: WorkspaceId, id: string): Promise<void> {
    const deleted = isId(id)
      ? await this.#tables.transaction().execute(async (transaction) => {
          const row = await transaction
            .deleteFrom('connections')
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirst();
          if (row === undefined) return undefined;
          await transaction.insertInto('deleted_connections').values({ id, copy_removed_at: null }).execute();
          await emitConnection(transaction, 'connection.removed', row);
          return row;
        })
      : undefined;
    this.#forget(workspaceId, id);
    if (deleted === undefined) throw connectionNotFound();
  }

  async #find(workspaceId: WorkspaceId, column: 'id' | 'name', value: string): Promise<Connection | null> {
    const row = await this.#tables
      .selectFrom('connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(column, '=', value)
      .executeTakeFirst();
    return row === undefined ? null : toConnection(row);
  }

  async #findUsed(workspaceId: WorkspaceId, id: string): Promise<UsedConnection | null> {
    const row = await this.#tables
      .selectFrom('connections')
      .innerJoin('credentials', 'credentials.connection_id', 'connections.id')
      .selectAll('connections')
      .select(['credentials.version', 'credentials.key_id', 'credentials.sealed'])
      .where('connections.workspace_id', '=', workspaceId)
      .where('credentials.workspace_id', '=', workspaceId)
      .where('connections.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return null;
    return Object.freeze({
      connection: toConnection(row),
      credentials: this.#credentials.open(workspaceId, id, row),
    });
  }

  /** Runs `change` with an exclusive lock on the connection. Throws `connector_not_found`. */
  async #changing<Result>(
    workspaceId: WorkspaceId,
    id: string,
    change: (
      transaction: Transaction<ControlPlaneTables>,
      stored: ControlPlaneTables['connections'],
    ) => Promise<Result>,
  ): Promise<Result> {
    if (!isId(id)) throw connectionNotFound();
    try {
      return await this.#tables.transaction().execute(async (transaction) => {
        // Locks the connection before its credentials, in the order in which deleting it does.
        const stored = await transaction
          .updateTable('connections')
          .set(({ ref }) => ({ updated_at: ref('updated_at') }))
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (stored === undefined) throw connectionNotFound();
        return change(transaction, stored);
      });
    } catch (error) {
      throw nameConflict(error);
    } finally {
      this.#forget(workspaceId, id);
    }
  }

  async #write(
    transaction: Transaction<ControlPlaneTables>,
    before: ControlPlaneTables['connections'],
    columns: Updateable<ControlPlaneTables['connections']>,
    activate: boolean,
  ): Promise<ControlPlaneTables['connections']> {
    const now = new Date().toISOString();
    const written = await transaction
      .updateTable('connections')
      .set({ ...columns, updated_at: now })
      .$if(activate, (query) =>
        query.set({ state: 'active', state_reason: null }).set(({ ref, val, eb }) => ({
          state_since: eb.case().when('state', '=', 'active').then(ref('state_since')).else(val(now)).end(),
        })),
      )
      .where('workspace_id', '=', before.workspace_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (written.state !== before.state) await emitConnection(transaction, 'connection.recovered', written);
    return written;
  }

  #forget(workspaceId: WorkspaceId, id: string): void {
    const key = `${workspaceId}/${id}`;
    this.#cache.delete(key);
    this.#used.delete(key);
  }
}

const stateEvents = {
  active: 'connection.recovered',
  degraded: 'connection.degraded',
  reauthorization_required: 'connection.reauthorization_required',
} as const satisfies Record<Connection['state'], LifecycleEventType>;

async function emitConnection(
  transaction: Transaction<ControlPlaneTables>,
  type: LifecycleEventType,
  row: ControlPlaneTables['connections'],
): Promise<void> {
  const { id, name, connector, state, state_reason: reason } = row;
  const workspaceId = storedWorkspaceId(row.workspace_id);
  await emit(transaction, {
    workspaceId,
    type,
    subject: id,
    data: { connection_id: id, name, connector, state, reason },
  });
}

async function requireRoom(tables: Kysely<ControlPlaneTables>, workspaceId: WorkspaceId): Promise<void> {
  const { stored } = await tables
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number | string>().as('stored'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(stored) < maxConnections) return;
  throw new GatewayError(
    'conflict',
    `The workspace has ${maxConnections} connections and cannot have more. Delete unused ones.`,
  );
}

// A name is all that is unique of a connection.
const nameConflict = (error: unknown) =>
  constraintViolation(error) === 'unique'
    ? new GatewayError('conflict', 'The workspace already has a connection with that name. Choose another name.')
    : error;

function isStill(stored: ControlPlaneTables['connections'], { settings, authentication }: ChangeBasis): boolean {
  if (authentication !== undefined && authentication !== stored.authentication) return false;
  return settings === undefined || JSON.stringify(settings) === stored.settings;
}

const changedMeanwhile = () =>
  new GatewayError(
    'conflict',
    'The connection was changed by another request. Read it again, then resend your change.',
  );
