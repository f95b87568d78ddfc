import { randomUUID } from 'node:crypto';
import { constraintViolation } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import {
  type Connection,
  type ConnectionSettings,
  type CredentialChange,
  type Credentials,
  credentialChangeSchema,
  type NewConnection,
  newConnectionSchema,
  settingsSchema,
  toConnection,
} from './connection.ts';
import { connectionNotFound } from './connection-not-found.ts';
import { type ConnectionReport, transitions } from './connection-state.ts';
import type { CredentialStore } from './credential-store.ts';
import { isId, parseInput } from './input.ts';
import { controlPlaneLimits, LookupCache } from './lookup-cache.ts';
import { type Page, type PageRequest, pageLimit, pagePosition, toPage } from './page.ts';
import { plainText } from './plain-text.ts';
import type { ControlPlaneTables } from './tables.ts';
import type { WorkspaceId } from './workspace-id.ts';

/** Which connections to list. */
export interface ConnectionListRequest extends PageRequest {
  /** Only connections of this connector. */
  readonly connector?: string | undefined;
}

/**
 * The connections of all workspaces. Every operation names the workspace, and a connection of another workspace is treated
 * exactly like one that does not exist: lookups give null, changes throw `connector_not_found`.
 */
export class Connections {
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #credentials: CredentialStore;
  readonly #cache = new LookupCache<Connection>(controlPlaneLimits);

  constructor(tables: Kysely<ControlPlaneTables>, credentials: CredentialStore) {
    this.#tables = tables;
    this.#credentials = credentials;
  }

  /** What is remembered of earlier lookups. */
  get remembered(): { readonly limit: number; inUse(): number } {
    return this.#cache.size;
  }

  /** Creates an active connection. Throws `invalid_params`, `conflict` for a name in use, `not_found` for an unknown workspace. */
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
      state: 'active',
      state_reason: null,
      state_since: now,
      created_at: now,
      updated_at: now,
    };
    try {
      await this.#tables.transaction().execute(async (transaction) => {
        await transaction.insertInto('connections').values(row).execute();
        await this.#credentials.insert(transaction, workspaceId, row.id, input.credentials);
      });
    } catch (error) {
      const violation = constraintViolation(error);
      if (violation === 'unique') {
        throw new GatewayError('conflict', 'The workspace has a connection of that name already. Choose another name.');
      }
      if (violation === 'foreign_key')
        throw new GatewayError('not_found', 'The workspace does not exist. Create it first.');
      throw error;
    }
    return toConnection(row);
  }

  /** The connection, or null; at once when it was looked up in the last 5 seconds. */
  get(workspaceId: WorkspaceId, id: string): Connection | null | Promise<Connection | null> {
    if (!isId(id)) return null;
    return this.#cache.get(`${workspaceId}/${id}`, () => this.#find(workspaceId, 'id', id));
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
    const { connector } = request;
    if (connector !== undefined && !newConnectionSchema.shape.connector.safeParse(connector).success) {
      return { items: [], nextCursor: null };
    }
    const rows = await this.#tables
      .selectFrom('connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(connector !== undefined, (query) => query.where('connector', '=', connector ?? ''))
      .$if(after !== undefined, (query) => query.where('name', '>', after ?? ''))
      .orderBy('name')
      .limit(limit + 1)
      .execute();
    return toPage(rows.map(toConnection), limit, (last) => [last.name]);
  }

  /**
   * The decrypted credentials, or null without such a connection; at once when they were read in the last 5 seconds.
   * `fresh` reads them from the database: use it under a lease, before a token is renewed.
   */
  credentials(
    workspaceId: WorkspaceId,
    id: string,
    options: { readonly fresh?: boolean } = {},
  ): Credentials | null | Promise<Credentials | null> {
    return isId(id) ? this.#credentials.get(workspaceId, id, options.fresh === true) : null;
  }

  /**
   * Stores new credentials in place of all old ones and makes the connection active. Returns the credentials that are
   * stored now: with `ifVersion`, when somebody else changed them since, theirs. Throws `connector_not_found`.
   */
  async updateCredentials(workspaceId: WorkspaceId, id: string, change: CredentialChange): Promise<Credentials> {
    const { credentials, authentication, ifVersion } = parseInput(credentialChangeSchema, change);
    const stored = isId(id)
      ? await this.#tables.transaction().execute(async (transaction) => {
          const connection = transaction
            .updateTable('connections')
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', id);
          // Locks the connection before its credentials, in the order in which deleting it does.
          await connection.set(({ ref }) => ({ updated_at: ref('updated_at') })).execute();
          if (await this.#credentials.replace(transaction, workspaceId, id, credentials, ifVersion)) {
            const now = new Date().toISOString();
            await connection
              .set({ state: 'active', state_reason: null, updated_at: now })
              .set(({ ref, val, eb }) => ({
                state_since: eb.case().when('state', '=', 'active').then(ref('state_since')).else(val(now)).end(),
              }))
              .$if(authentication !== undefined, (query) => query.set('authentication', authentication ?? ''))
              .execute();
          }
          return this.#credentials.read(transaction, workspaceId, id);
        })
      : null;
    this.#forget(workspaceId, id);
    if (stored === null) throw connectionNotFound();
    return stored;
  }

  /** Replaces all settings. Throws `invalid_params` and `connector_not_found`. */
  async updateSettings(workspaceId: WorkspaceId, id: string, settings: ConnectionSettings): Promise<Connection> {
    const text = parseInput(settingsSchema, settings);
    const row = isId(id)
      ? await this.#tables
          .updateTable('connections')
          .set({ settings: text, updated_at: new Date().toISOString() })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      : undefined;
    this.#forget(workspaceId, id);
    if (row === undefined) throw connectionNotFound();
    return toConnection(row);
  }

  /**
   * Moves the connection through its states. Cheap enough to call after every execute: nothing is written when the report
   * changes nothing. A report on a connection that is gone, or on credentials that were replaced, does nothing.
   */
  async report(workspaceId: WorkspaceId, id: string, report: ConnectionReport): Promise<void> {
    const { from, to } = transitions[report.event];
    const key = `${workspaceId}/${id}`;
    const known = this.#cache.peek(key);
    if (known !== undefined && !from.includes(known.state)) return;
    if (!isId(id)) return;
    const now = new Date().toISOString();
    await this.#tables
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
      .execute();
    this.#cache.delete(key);
  }

  /** Deletes the connection with its credentials and idempotency keys; its audit rows stay. Throws `connector_not_found`. */
  async delete(workspaceId: WorkspaceId, id: string): Promise<void> {
    const deleted = isId(id)
      ? await this.#tables
          .deleteFrom('connections')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
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

  #forget(workspaceId: WorkspaceId, id: string): void {
    this.#cache.delete(`${workspaceId}/${id}`);
    this.#credentials.forget(workspaceId, id);
  }
}
