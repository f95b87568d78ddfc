import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type Fragment, type Parameter, quoted } from './fragment.ts';

/** A row as an array of its columns. */
export type Row = readonly (string | number | null)[];

/** A prepared query. */
export type RowStatement = SqliteConnection.Statement<Parameter[], Row>;

/** A prepared change. */
export type ChangeStatement = SqliteConnection.Statement<Parameter[]>;

/** Version 1 stored words with accents, and integers as doubles; version 2 had no keys of times. */
const formatVersion = 3;
const lockWaitMilliseconds = 30_000;

/** Why a file is opened. */
export type FileUse = 'read' | 'write';
const remembered = 200;

/** One open SQLite file: the copies of one connection. Every call is synchronous. */
export class ConnectionFile {
  readonly connection: SqliteConnection.Database;
  readonly path: string;
  /** Whether the path still refers to this file. */
  readonly inode: number;
  readonly #dataVersion: RowStatement;
  readonly #queries = new LRUCache<string, RowStatement>({ max: remembered });
  readonly #changes = new LRUCache<string, ChangeStatement>({ max: remembered });

  /**
   * Opens an existing file. Opening for writing sets up an empty file, and first empties one of an older format. Throws if a newer version
   * of the program created it.
   */
  constructor(path: string, inode: number, use: FileUse) {
    this.path = path;
    this.inode = inode;
    this.connection = new SqliteConnection(path, {
      fileMustExist: true,
      readonly: use !== 'write',
      timeout: lockWaitMilliseconds,
    });
    try {
      this.connection.pragma('trusted_schema = OFF');
      if (use === 'write') setUp(this.connection);
      const version = Number(this.connection.pragma('user_version', { simple: true }));
      if (version > formatVersion) {
        throw new Error(
          `${path} was written by a newer version (format ${version}). Start that version, or delete the file.`,
        );
      }
      this.#dataVersion = this.connection.prepare<Parameter[], Row>('PRAGMA data_version').raw();
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  /** Whether it can be read. A reader may open the file before the writer has set it up. */
  get isSetUp(): boolean {
    return this.number({ text: 'PRAGMA user_version', parameters: [] }) === formatVersion;
  }

  /** Changes whenever another database connection commits. */
  get dataVersion(): number {
    return Number(this.#dataVersion.get()?.[0]);
  }

  /** Limits the file's memory cache, which is in addition to the operating system's. */
  limitCache(kilobytes: number): void {
    this.connection.pragma(`cache_size = -${kilobytes}`);
  }

  /** Returns all rows of a query. */
  rows({ text, parameters }: Fragment): readonly Row[] {
    return this.querying(text).all(...parameters);
  }

  /** Returns the rows of a query one at a time, each read on demand. */
  eachRow({ text, parameters }: Fragment): IterableIterator<Row> {
    return this.querying(text).iterate(...parameters);
  }

  /** Returns the first row of a query. */
  row({ text, parameters }: Fragment): Row | undefined {
    return this.querying(text).get(...parameters);
  }

  /** Returns the first column of the first row of a query as a number; 0 if there is no row. */
  number(query: Fragment): number {
    return Number(this.row(query)?.[0] ?? 0);
  }

  /** Runs a statement that changes rows. */
  change({ text, parameters }: Fragment): void {
    this.changing(text).run(...parameters);
  }

  /** Returns a prepared statement that changes rows, to be run many times. */
  changing(text: string): ChangeStatement {
    const known = this.#changes.get(text);
    if (known !== undefined) return known;
    const statement = this.connection.prepare<Parameter[]>(text);
    this.#changes.set(text, statement);
    return statement;
  }

  /** Returns a prepared query, to be run many times. */
  querying(text: string): RowStatement {
    const known = this.#queries.get(text);
    if (known !== undefined) return known;
    const statement = this.connection.prepare<Parameter[], Row>(text).raw();
    this.#queries.set(text, statement);
    return statement;
  }

  /** Runs statements that define tables. */
  define(text: string): void {
    this.connection.exec(text);
  }

  /** Runs reads on a single snapshot of the file. */
  reading<Result>(read: () => Result): Result {
    // `transaction` of better-sqlite3 costs as much as a short read.
    this.changing('BEGIN').run();
    try {
      return read();
    } finally {
      this.changing('COMMIT').run();
    }
  }

  /** Runs changes in one transaction that takes the write lock at the start. */
  writing<Result>(write: () => Result): Result {
    return this.connection.transaction(write).immediate();
  }

  /** Runs changes after which nothing that they delete is in the file, nor in its log unless somebody is reading it at that time. */
  overwriting<Result>(write: () => Result): Result {
    this.connection.pragma('secure_delete = ON');
    try {
      return write();
    } finally {
      this.connection.pragma('secure_delete = OFF');
      this.connection.pragma('busy_timeout = 0');
      this.connection.pragma('wal_checkpoint(TRUNCATE)');
      this.connection.pragma(`busy_timeout = ${lockWaitMilliseconds}`);
    }
  }

  close(): void {
    this.connection.close();
  }
}

// Two processes that switch a new file to WAL at the same time block each other, and SQLite's busy timeout does not cover that.
function switchToWal(connection: SqliteConnection.Database): void {
  const deadline = performance.now() + lockWaitMilliseconds;
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof SqliteConnection.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > deadline) throw error;
      Atomics.wait(nothing, 0, 0, 10);
    }
  }
}

function setUp(connection: SqliteConnection.Database): void {
  switchToWal(connection);
  connection.pragma('synchronous = NORMAL');
  // Pages with random keys are written once per checkpoint, so infrequent checkpoints (every 64 MB) write less.
  connection.pragma('wal_autocheckpoint = 16000');
  connection.pragma('journal_size_limit = 67108864');
  connection
    .transaction(() => {
      const version = Number(connection.pragma('user_version', { simple: true }));
      if (version < formatVersion) createTables(connection);
      // Files of earlier versions lack this table.
      if (version <= formatVersion) {
        connection.exec(`CREATE TABLE IF NOT EXISTS connectory_passes (
          entity TEXT NOT NULL, pass INTEGER NOT NULL, summary TEXT NOT NULL, PRIMARY KEY (entity, pass)
        ) STRICT, WITHOUT ROWID`);
      }
    })
    .immediate();
}

function createTables(connection: SqliteConnection.Database): void {
  dropTables(connection);
  connection.exec(`
        CREATE TABLE connectory_entities (
          name TEXT PRIMARY KEY, layout TEXT NOT NULL, checkpoint TEXT, very_negative INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE connectory_indexes (
          id INTEGER PRIMARY KEY, entity TEXT NOT NULL, kind TEXT NOT NULL, path TEXT NOT NULL, type TEXT NOT NULL,
          state TEXT NOT NULL, filled_to INTEGER NOT NULL, UNIQUE (entity, kind, path, type)
        ) STRICT;
        CREATE TABLE connectory_feed (
          id TEXT NOT NULL, last INTEGER NOT NULL, floor INTEGER NOT NULL, floor_at INTEGER NOT NULL,
          bytes INTEGER NOT NULL, at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE connectory_changes (
          first INTEGER PRIMARY KEY, last INTEGER NOT NULL, entity TEXT NOT NULL, at INTEGER NOT NULL, cause TEXT NOT NULL,
          bytes INTEGER NOT NULL, changes TEXT NOT NULL
        ) STRICT;
        CREATE TABLE connectory_versions (
          until INTEGER PRIMARY KEY, entity TEXT NOT NULL, key TEXT NOT NULL, document BLOB NOT NULL
        ) STRICT;
        CREATE INDEX connectory_versions_by_key ON connectory_versions (entity, key, until);
      `);
  connection
    .prepare('INSERT INTO connectory_feed (id, last, floor, floor_at, bytes, at) VALUES (?, 0, 0, 0, 0, 0)')
    .run(randomUUID());
  connection.pragma(`user_version = ${formatVersion}`);
}

// Without checkpoints, everything is read again. Virtual tables are dropped first, because they drop their own shadow tables.
function dropTables(connection: SqliteConnection.Database): void {
  const tables = connection.prepare<[], { readonly name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY sql LIKE 'CREATE VIRTUAL TABLE%' DESC`,
  );
  for (const { name } of tables.all()) connection.exec(`DROP TABLE IF EXISTS ${quoted(name)}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Number of files a thread keeps open; each needs memory for its schema and cache. */
const maxOpen = 16;
/** Total cache of all open files of a process. */
const cacheKilobytes: Readonly<Record<FileUse, number>> = { read: 65_536, write: 49_152 };

/** Returns a connection ID. Throws a `TypeError` unless it is a lower-case UUID, which is safe in a path. */
export function checkedConnectionId(connectionId: string): string {
  if (!uuid.test(connectionId)) throw new TypeError('A connection id must be a UUID in lower case.');
  return connectionId;
}

/** The files of a directory, one per connection. The most recently used ones stay open. */
export class ConnectionFiles {
  readonly #directory: string;
  readonly #use: FileUse;
  readonly #openFiles: Int32Array | undefined;
  readonly #open: LRUCache<string, ConnectionFile>;
  /** Kilobytes of cache of each open file. */
  #share = 0;

  /** `openFiles` comes from `ThreadSettings`; if omitted, no other thread shares the cache. */
  constructor(directory: string, use: FileUse, openFiles?: Int32Array) {
    this.#directory = directory;
    this.#use = use;
    this.#openFiles = openFiles;
    this.#open = new LRUCache({ max: maxOpen, dispose: (file) => file.close() });
  }

  /**
   * Opens the file of a connection. A missing file is created, readable by its owner only, if files are opened for writing; otherwise the
   * result is null.
   */
  open(connectionId: string): ConnectionFile | null {
    const path = this.#path(connectionId);
    const inode = inodeOf(path);
    const known = this.#open.get(connectionId);
    if (known !== undefined && known.inode === inode) {
      this.#shareCache();
      return known;
    }
    // Another process has deleted the file.
    this.#open.delete(connectionId);
    if (inode === null && this.#use !== 'write') return null;
    if (inode === null) this.#create(path);
    const file = new ConnectionFile(path, inode ?? inodeOf(path) ?? 0, this.#use);
    this.#open.set(connectionId, file);
    this.#shareCache(file);
    return file;
  }

  /** Deletes the file of a connection. */
  delete(connectionId: string): void {
    const path = this.#path(connectionId);
    this.#open.delete(connectionId);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }

  close(): void {
    this.#open.clear();
  }

  // The total is divided by a power of two, so that one more file rarely changes the share of all files.
  #shareCache(added?: ConnectionFile): void {
    const ofThreads = this.#openFiles === undefined ? 0 : Atomics.load(this.#openFiles, 0);
    const open = Math.max(1, this.#open.size, ofThreads);
    const share = Math.floor(cacheKilobytes[this.#use] / 2 ** Math.ceil(Math.log2(open)));
    if (share !== this.#share) for (const file of this.#open.values()) file.limitCache(share);
    else added?.limitCache(share);
    this.#share = share;
  }

  #path(connectionId: string): string {
    return join(this.#directory, `${checkedConnectionId(connectionId)}.sqlite`);
  }

  #create(path: string): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
