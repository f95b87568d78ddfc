import type { Database } from '@connectory/database';
import { GatewayError } from '@connectory/errors';
import type { Kysely } from 'kysely';
import type { Audit } from './audit/audit.ts';
import { removeAllEntries } from './audit/audit-log.ts';
import type { Connections } from './connections/connections.ts';
import type { ControlPlaneTables } from './database/tables.ts';
import type { Tokens } from './tokens/tokens.ts';
import { storedWorkspaceId, toWorkspace, type Workspace, type WorkspaceId, workspaceColumn } from './workspaces.ts';

/** The synchronized copies of connections, as far as deleting them is concerned. */
export interface Copies {
  /** Ends what runs for a connection that was deleted, and removes its copy; does nothing without one. */
  remove(connectionId: string): Promise<void>;
}

/** Dependencies of deleting workspaces. */
export interface WorkspaceDeletionParts {
  readonly database: Database;
  readonly audit: Audit;
  readonly connections: Connections;
  readonly tokens: Tokens;
}

const batch = 500;
/** Longer than other processes use what they have cached, and than their calls last. */
const lateMilliseconds = 60 * 60 * 1_000;

/**
 * Deletes workspaces with everything of them. What is begun is always completed: by the request, by another request for the same
 * workspace, or by the upkeep.
 */
export class WorkspaceDeletion {
  readonly #database: Database;
  readonly #tables: Kysely<ControlPlaneTables>;
  readonly #audit: Audit;
  readonly #connections: Connections;
  readonly #tokens: Tokens;

  constructor({ database, audit, connections, tokens }: WorkspaceDeletionParts) {
    this.#database = database;
    this.#audit = audit;
    this.#tables = database.tables<ControlPlaneTables>();
    this.#connections = connections;
    this.#tokens = tokens;
  }

  /**
   * Deletes a workspace by id or name. Its tokens and links are refused from the first moment; resolves when everything is removed and the
   * name is free. Throws `not_found`. After any other error, call it again.
   */
  async delete(idOrName: string, copies: Copies | undefined): Promise<Workspace> {
    const row = await this.#begin(idOrName);
    this.#tokens.forgetAll();
    if (row === undefined) throw new GatewayError('not_found', 'There is no such workspace. List the workspaces.');
    const workspace = toWorkspace(row);
    const { signal } = new AbortController();
    await this.#audit.flush();
    await this.#remove(workspace.id, signal);
    if (copies !== undefined) await this.#removeCopies(copies, signal);
    await this.#freeName(workspace.id);
    await this.#database.truncateLog();
    return workspace;
  }

  /**
   * Completes interrupted deletions of workspaces and connections, and for an hour removes what other processes, or calls that were
   * running, have stored since.
   */
  async complete(copies: Copies | undefined, signal: AbortSignal): Promise<void> {
    const rows = await this.#tables.selectFrom('workspaces').selectAll().where('deleted_at', 'is not', null).execute();
    for (const { id } of rows) await this.#remove(storedWorkspaceId(id), signal);
    // A gateway in direct mode leaves the copies to one in hosted mode.
    if (copies !== undefined) await this.#removeCopies(copies, signal);
    for (const { id, deleted_at } of rows) {
      if (signal.aborted) return;
      await this.#freeName(id);
      if ((deleted_at ?? '') < longAgo()) await this.#tables.deleteFrom('workspaces').where('id', '=', id).execute();
    }
    if (rows.length > 0) await this.#database.truncateLog();
  }

  async #begin(idOrName: string): Promise<ControlPlaneTables['workspaces'] | undefined> {
    const column = workspaceColumn(idOrName);
    if (column === null) return undefined;
    return this.#tables.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('workspaces')
        .set(({ fn, val }) => ({ deleted_at: fn.coalesce('deleted_at', val(new Date().toISOString())) }))
        .where(column, '=', idOrName)
        .whereRef('name', '<>', 'id')
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const subjects = await transaction.selectFrom('tokens').select('id').where('workspace_id', '=', row.id).execute();
      await removeCounts(transaction, [`workspace/${row.id}`, ...subjects.map(({ id }) => `token/${id}`)]);
      for (const table of ['tokens', 'connect_links', 'oauth_apps', 'members', 'group_roles', 'roles'] as const)
        await transaction.deleteFrom(table).where('workspace_id', '=', row.id).execute();
      return row;
    });
  }

  async #remove(id: WorkspaceId, signal: AbortSignal): Promise<void> {
    await this.#removeSubscriptions(id, signal);
    await this.#removeHeldWrites(id, signal);
    await this.#removeConnections(id, signal);
    await this.#removeEvents(id, signal);
    await this.#tables.deleteFrom('used_confirmations').where('workspace_id', '=', id).execute();
    await removeAllEntries(this.#tables, id, signal);
    await removeCounts(this.#tables, [`workspace/${id}`]);
  }

  // No other workspace can have an id as its name.
  async #freeName(id: string): Promise<void> {
    await this.#tables
      .updateTable('workspaces')
      .set({ name: id, limits: null, hash_key_id: null, hash_key: null })
      .where('id', '=', id)
      .execute();
  }

  async #removeSubscriptions(workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    const rows = await this.#tables
      .selectFrom('subscriptions')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    for (const { id } of rows) {
      // Nothing is added to one that is paused.
      await this.#tables.updateTable('subscriptions').set({ state: 'paused' }).where('id', '=', id).execute();
      await untilFewer(signal, () =>
        this.#tables
          .deleteFrom('deliveries')
          .where('id', 'in', (query) =>
            query.selectFrom('deliveries').select('id').where('subscription_id', '=', id).limit(batch),
          )
          .executeTakeFirst(),
      );
      if (signal.aborted) return;
      await this.#tables.deleteFrom('subscriptions').where('id', '=', id).execute();
    }
  }

  async #removeHeldWrites(workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    await untilFewer(signal, () =>
      this.#tables
        .deleteFrom('held_writes')
        .where('id', 'in', (query) =>
          query.selectFrom('held_writes').select('id').where('workspace_id', '=', workspaceId).limit(batch),
        )
        .executeTakeFirst(),
    );
  }

  async #removeConnections(workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    const rows = await this.#tables
      .selectFrom('connections')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    for (const { id } of rows) {
      if (signal.aborted) return;
      await untilFewer(signal, () =>
        this.#tables
          .deleteFrom('idempotency')
          .where('workspace_id', '=', workspaceId)
          .where('connection_id', '=', id)
          .where('key', 'in', (query) =>
            query
              .selectFrom('idempotency')
              .select('key')
              .where('workspace_id', '=', workspaceId)
              .where('connection_id', '=', id)
              .limit(batch),
          )
          .executeTakeFirst(),
      );
      await this.#connections.delete(workspaceId, id).catch((error: unknown) => {
        if (!GatewayError.is(error, 'connector_not_found')) throw error;
      });
    }
  }

  // Removing connections stores events as well.
  async #removeEvents(workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    await untilFewer(signal, () =>
      this.#tables
        .deleteFrom('lifecycle_events')
        .where('id', 'in', (query) =>
          query.selectFrom('lifecycle_events').select('id').where('workspace_id', '=', workspaceId).limit(batch),
        )
        .executeTakeFirst(),
    );
    for (const table of ['reported_states', 'lifecycle_heads'] as const)
      await this.#tables.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
  }

  async #removeCopies(copies: Copies, signal: AbortSignal): Promise<void> {
    const rows = await this.#tables
      .selectFrom('deleted_connections')
      .selectAll()
      .where(({ eb, or }) => or([eb('copy_removed_at', 'is', null), eb('copy_removed_at', '<', longAgo())]))
      .execute();
    for (const { id, copy_removed_at: before } of rows) {
      if (signal.aborted) return;
      await copies.remove(id);
      const copy_removed_at = new Date().toISOString();
      if (before !== null) await this.#tables.deleteFrom('deleted_connections').where('id', '=', id).execute();
      else
        await this.#tables.updateTable('deleted_connections').set({ copy_removed_at }).where('id', '=', id).execute();
    }
  }
}

const longAgo = () => new Date(Date.now() - lateMilliseconds).toISOString();

async function removeCounts(tables: Kysely<ControlPlaneTables>, subjects: readonly string[]): Promise<void> {
  for (let index = 0; index < subjects.length; index += batch) {
    const some = subjects.slice(index, index + batch);
    for (const table of ['call_quotas', 'call_rates'] as const)
      await tables.deleteFrom(table).where('subject', 'in', some).execute();
  }
}

async function untilFewer(
  signal: AbortSignal,
  remove: () => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<void> {
  while (!signal.aborted && Number((await remove()).numDeletedRows) === batch);
}
