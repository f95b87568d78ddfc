import type { EntityTable } from './entity-table.ts';
import { type Runner, run } from './statement.ts';

type NamedTable = Pick<EntityTable, 'name'>;

/**
 * Tables whose GIN indexes may have pending entries: PostgreSQL appends the words of new records to a list of up to 4 MB, which it reads from
 * start to end for every search until it is merged into the index. With a list that long, searches of small copies read all their records instead.
 */
export class PendingEntries {
  readonly #tables = new Set<string>();

  /** Remembers that records were written to a table. */
  add({ name }: NamedTable): void {
    this.#tables.add(name);
  }

  /** Merges the entries of a table into its indexes, if this process has written records to it since it last did. */
  async merge(runner: Runner, { name }: NamedTable): Promise<void> {
    if (!this.#tables.delete(name)) return;
    await run(
      runner,
      `select gin_clean_pending_list(indexrelid::regclass) from pg_index
        where indrelid = $1::regclass and indisvalid
          and indexrelid in (select oid from pg_class where relam = (select oid from pg_am where amname = 'gin'))`,
      [name],
    );
  }
}
