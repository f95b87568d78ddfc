import type { Connection, ControlPlane, Policy, WorkspaceId } from '@connectory/control-plane';
import { type GatewayError, nearestName } from '@connectory/errors';
import {
  invalidSql,
  type ResultColumn,
  type Snapshot,
  type SqlProcesses,
  type SqlView,
  type TableName,
} from '@connectory/snapshots';
import type { Bound } from '../observation.ts';
import type { ContextCopy, VisibleCopy } from './context-copy.ts';
import { requireAge } from './search-copy.ts';

/** A statement of a caller. */
export interface SqlRequest {
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
  readonly sql: string;
  /** Max number of rows, 1,000 by default; the policy may allow less. */
  readonly limit?: number | null | undefined;
  /** Max age of each table in seconds; any by default. */
  readonly maxStaleness?: number | null | undefined;
  /** The only connection whose tables exist, by the names of its entities; undefined for all connections of the workspace. */
  readonly connection?: Connection;
  readonly signal: AbortSignal;
  /** Called with each table once it is found and allowed. */
  readonly onTable?: (connection: Connection, entity: string) => void;
}

/** A table that a statement has read. */
interface SqlTable {
  /** Name of the connection. */
  readonly connection: string;
  readonly entity: string;
  /** Every change before this time is in the table. */
  readonly synced_at: string | null;
  /** Number of its records. */
  readonly rows: number;
}

/** The rows of a statement; `json` is the text of an array. */
export interface SqlResponse {
  readonly json: Buffer;
  readonly count: number;
  readonly meta: {
    readonly columns: readonly ResultColumn[];
    readonly has_more: boolean;
    /** Whole milliseconds from the request to the last row. */
    readonly took_ms: number;
    readonly tables: readonly SqlTable[];
    /** Present when the policy of the token cut the rows. */
    readonly capped_at?: number;
  };
}

/** Dependencies of SQL over the copies. */
export interface CopySqlParts {
  readonly controlPlane: Pick<ControlPlane, 'connections'>;
  readonly copy: ContextCopy;
  readonly processes: SqlProcesses;
}

interface FoundTable {
  readonly written: TableName;
  readonly connection: Connection;
  readonly copy: VisibleCopy;
}

// Names that the engine has for places of its own.
const reserved = new Set(['information_schema', 'main', 'memory', 'pg_catalog', 'system', 'temp']);
const maxSuggesting = 1_000;
const maxAsked = 20;
const defaultRows = 1_000;

/** Runs SQL over the copies of a workspace: finds the tables that the policy allows, and makes their files (spec/sql.md). */
export class CopySql {
  readonly #parts: CopySqlParts;

  constructor(parts: CopySqlParts) {
    this.#parts = parts;
  }

  /** Limits and current use of statements, for metrics. */
  get bounds(): readonly Bound[] {
    const { load } = this.#parts.processes;
    return [
      {
        name: 'sql_statements',
        help: 'Running SQL statements, each a process of its own',
        limit: load.maxRunning,
        inUse: () => load.running,
      },
      { name: 'sql_queue', help: 'Waiting SQL statements', limit: load.maxWaiting, inUse: () => load.waiting },
    ];
  }

  /**
   * Runs a statement. A table that the policy forbids does not exist. Throws what `SqlProcesses.run` throws, `context_store_not_ready` and
   * `copy_too_old`.
   */
  async run(request: SqlRequest): Promise<SqlResponse> {
    const { workspaceId, policy, sql, signal } = request;
    const wanted = request.limit ?? defaultRows;
    const limit = Math.min(wanted, policy.maxRecords ?? wanted);
    const started = performance.now();
    const taken: Snapshot[] = [];
    const tables: SqlTable[] = [];
    try {
      const open = async (names: readonly TableName[]): Promise<readonly SqlView[]> => {
        const found = await this.#findAll(request, names);
        const views: SqlView[] = [];
        for (const table of found) {
          const { written, connection, copy } = table;
          const { layout } = copy;
          const snapshot = await this.#parts.copy.snapshot(connection, { ...copy, format: 'parquet', signal });
          taken.push(snapshot);
          requireAge(layout.entity, { synced_at: snapshot.syncedAt, next_run_at: null }, request.maxStaleness ?? null);
          views.push(viewOf(written, snapshot));
          tables.push({
            connection: connection.name,
            entity: layout.entity,
            synced_at: snapshot.syncedAt,
            rows: snapshot.rows,
          });
        }
        return views;
      };
      const result = await this.#parts.processes.run({ workspaceId, sql, limit, open, signal });
      return {
        json: result.json,
        count: result.rows,
        meta: {
          columns: result.columns,
          has_more: result.hasMore,
          took_ms: Math.round(performance.now() - started),
          tables,
          ...(result.hasMore && limit < wanted && { capped_at: limit }),
        },
      };
    } finally {
      for (const snapshot of taken) snapshot.release();
    }
  }

  /** Finds the tables that a statement names, each spelling once. Throws `invalid_query` for one that does not exist. */
  async #findAll(request: SqlRequest, names: readonly TableName[]): Promise<readonly FoundTable[]> {
    const found = new Map<string, FoundTable>();
    for (const written of names) {
      const table = await this.#find(request, written);
      // The engine ignores the case of names.
      const key = lower(JSON.stringify([written.schema, written.name]));
      const same = found.get(key);
      if (same !== undefined && !isSame(same, table)) {
        throw invalidSql('Two connections differ in case only: write their ids', request.sql, written.position);
      }
      if (same === undefined) found.set(key, table);
    }
    for (const { connection, copy } of found.values()) request.onTable?.(connection, copy.layout.entity);
    return [...found.values()];
  }

  async #find(request: SqlRequest, written: TableName): Promise<FoundTable> {
    const { sql } = request;
    const { schema, name, position } = written;
    const connection = await this.#connectionOf(request, written);
    const copies = connection === null ? [] : await this.#visible(request, connection);
    // A connection that the policy forbids is like one that does not exist.
    if (connection === null || copies.length === 0) throw await this.#unknownTable(request, written);
    if (schema !== null && reserved.has(lower(schema))) {
      throw invalidSql(`Write the id of the connection instead of its name: ${connection.id}`, sql, position);
    }
    const named = (entity: string) => copies.find(({ layout }) => layout.entity === entity);
    const copy = named(name) ?? named(lower(name));
    if (copy !== undefined) return { written, connection, copy };
    const near = nearestName(
      name,
      copies.map(({ layout }) => layout.entity),
    );
    const table = shown(schema, name);
    throw invalidSql(`There is no table ${table}`, sql, position, near && shown(schema, near));
  }

  async #connectionOf(
    { connection: only, workspaceId, policy }: SqlRequest,
    { schema }: TableName,
  ): Promise<Connection | null> {
    if (schema === null) return only ?? null;
    if (only !== undefined) return [only.name, only.id].some((name) => lower(name) === lower(schema)) ? only : null;
    const { connections } = this.#parts.controlPlane;
    const found =
      (await connections.get(workspaceId, lower(schema))) ?? (await connections.findByName(workspaceId, schema));
    if (found !== null) return found;
    const all = await this.#someConnections(workspaceId, policy);
    const alike = all.filter(({ name }) => lower(name) === lower(schema));
    return alike.length === 1 ? (alike[0] ?? null) : null;
  }

  async #unknownTable(request: SqlRequest, written: TableName): Promise<GatewayError> {
    const { workspaceId, policy, sql, connection: only } = request;
    const { schema, name, position } = written;
    const unknown = (why: string, near?: string) =>
      invalidSql(`There is no table ${shown(schema, name)}${why}`, sql, position, near);
    if (only !== undefined) return unknown(`: this action has the tables of the connection ${only.name}`);
    const all = await this.#someConnections(workspaceId, policy);
    if (schema !== null) {
      const near = nearestName(
        schema,
        all.map((connection) => connection.name),
      );
      return unknown('', near && shown(near, name));
    }
    let owner: string | undefined;
    for (const connection of all.slice(0, maxAsked)) {
      const copies = await this.#visible(request, connection);
      if (copies.some(({ layout }) => layout.entity === lower(name))) owner ??= connection.name;
    }
    return unknown(': tables are written as connection.entity', owner && shown(owner, lower(name)));
  }

  async #someConnections(workspaceId: WorkspaceId, policy: Policy): Promise<readonly Connection[]> {
    const { items } = await this.#parts.controlPlane.connections.list(workspaceId, { policy, limit: maxSuggesting });
    return items;
  }

  #visible({ policy }: SqlRequest, connection: Connection): Promise<readonly VisibleCopy[]> {
    return this.#parts.copy.visible(connection, policy);
  }
}

const isSame = (one: FoundTable, other: FoundTable) =>
  one.connection.id === other.connection.id && one.copy.layout.entity === other.copy.layout.entity;

function viewOf({ schema, name }: TableName, { path, columns }: Snapshot): SqlView {
  return { schema, name, path, columns: columns.map((column, index) => ({ name: column.name, index })) };
}

const lower = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const quoted = (name: string): string => (/^[a-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
const shown = (schema: string | null, name: string): string =>
  `${schema === null ? '' : `${quoted(schema)}.`}${quoted(name)}`.slice(0, 300);
