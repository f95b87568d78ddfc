import { validIndexes } from './entity-catalog.ts';
import { type EntityTable, indexName } from './entity-table.ts';
import { type GinSupport, indexText, wordIndex } from './field-indexes.ts';
import { buildLock, isCanceled } from './schema-change.ts';
import { type Runner, run } from './statement.ts';
import type { WantedIndex } from './wanted-indexes.ts';

/** An index to build. */
interface Build {
  readonly name: string;
  /** The part of `create index` after the table's name. */
  readonly text: string;
  /** Name of an index that is dropped once this one is built; null for none. */
  readonly replaced: string | null;
}

/** Builds indexes of repeatedly scanned fields, one at a time, without blocking reads and writes. */
export class IndexBuilder {
  readonly #pool: Runner;
  readonly #gin: GinSupport;
  readonly #scansBeforeIndex: number;
  readonly #report: (error: unknown) => void;
  readonly #scans = new Map<string, number>();
  readonly #renewed = new Set<string>();
  #building: Promise<void> = Promise.resolve();
  #backend: number | null = null;
  #closed = false;

  constructor(pool: Runner, gin: GinSupport, scansBeforeIndex: number, report: (error: unknown) => void) {
    this.#pool = pool;
    this.#gin = gin;
    this.#scansBeforeIndex = scansBeforeIndex;
    this.#report = report;
  }

  /** Counts a search that read every record because these indexes were missing, and builds those missed often enough. */
  countScan(table: EntityTable, wanted: readonly WantedIndex[]): void {
    for (const index of wanted) {
      if (index.kind === 'parts' && !this.#gin.trigrams) continue;
      const name = indexName(table, index.kind, index.columns);
      const scans = (this.#scans.get(name) ?? 0) + 1;
      this.#scans.set(name, scans);
      if (scans !== this.#scansBeforeIndex) continue;
      this.#enqueue(table, { name, text: indexText(index.kind, index.columns, this.#gin), replaced: null });
    }
  }

  /** Replaces the word index of a table that was created without the connection in it. A failed attempt is not repeated. */
  renewWordIndex(table: EntityTable): void {
    const { name: replaced } = wordIndex(table, { ...this.#gin, connections: false });
    const current = wordIndex(table, this.#gin);
    if (current.name === replaced || !table.indexes.has(replaced) || this.#renewed.has(current.name)) return;
    this.#renewed.add(current.name);
    this.#enqueue(table, { ...current, replaced });
  }

  /** Resolves when all pending indexes are built. */
  async settled(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#building) {
      last = this.#building;
      await last;
    }
  }

  /** Cancels the current build. An unfinished index is dropped before it is rebuilt. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#backend !== null) await run(this.#pool, 'select pg_cancel_backend($1::integer)', [this.#backend]);
    await this.settled();
  }

  #enqueue(table: EntityTable, build: Build): void {
    this.#building = this.#building.then(async () => {
      if (this.#closed) return;
      try {
        await this.#build(table, build);
        this.#renewed.delete(build.name);
      } catch (error) {
        if (isCanceled(error)) this.#renewed.delete(build.name);
        else this.#report(error);
      } finally {
        this.#backend = null;
        this.#scans.delete(build.name);
      }
    });
  }

  async #build(table: EntityTable, { name, text, replaced }: Build): Promise<void> {
    const isBuilt = await this.#pool.connection().execute(async (connection) => {
      const [lock] = await run<{ held: boolean; backend: number }>(
        connection,
        'select pg_try_advisory_lock($1::bigint) as held, pg_backend_pid() as backend',
        [buildLock],
      );
      if (lock?.held !== true) return false;
      this.#backend = lock.backend;
      try {
        if (!(await validIndexes(connection, table.name)).has(name)) {
          await run(connection, `drop index concurrently if exists ${name}`, []);
          await run(connection, `create index concurrently ${name} on ${table.name} ${text}`, []);
          await run(connection, `analyze ${table.name}`, []);
        }
        if (replaced !== null) await run(connection, `drop index concurrently if exists ${replaced}`, []);
        return true;
      } finally {
        await run(connection, 'select pg_advisory_unlock($1::bigint)', [buildLock]);
      }
    });
    // Another process may be building this index right now; later scans show whether it did.
    if (!isBuilt) return;
    table.indexes.add(name);
    if (replaced !== null) table.indexes.delete(replaced);
  }
}
