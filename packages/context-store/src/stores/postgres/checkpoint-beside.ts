import type { Database } from '@connectory/database';
import { parseExactly } from '@connectory/exact-json';
import type { StoredValue } from '../context-store.ts';
import type { CopyScope } from './pass-log.ts';
import { runWithAccess, type SearchAccess } from './search-access.ts';
import type { SearchStatement } from './search-sql.ts';

/** What a statement returns in a row of its own. */
interface Beside {
  readonly is_beside: boolean;
  readonly state: string | null;
  readonly has_nulls: boolean | null;
}

/**
 * Runs the statements of one search. The first one also returns the checkpoint and the size of the copy, so that reading them costs no
 * extra round trip and no result is older than the checkpoint. A statement can also return whether records without a value follow its own.
 */
export class CheckpointBeside {
  readonly #copy: CopyScope;
  /** Number of records and checkpoint; undefined before the first statement. */
  #state: readonly [number, StoredValue] | undefined;
  #hasNulls = true;

  constructor(copy: CopyScope) {
    this.#copy = copy;
  }

  /** The checkpoint that the first statement returned; null if the copy has none. */
  get checkpoint(): StoredValue | null {
    return this.#state?.[1] ?? null;
  }

  /** Number of records of the copy at the first statement; 0 before it. */
  get records(): number {
    return this.#state?.[0] ?? 0;
  }

  /** Whether records without a value may follow what the last statement read. */
  get hasNulls(): boolean {
    return this.#hasNulls;
  }

  /** Runs a statement that returns these columns. */
  async run<Row extends object>(
    database: Database,
    access: SearchAccess,
    columns: readonly string[],
    { text, parameters, hasNulls }: SearchStatement,
  ): Promise<readonly Row[]> {
    this.#hasNulls = true;
    const isFirst = this.#state === undefined;
    if (!isFirst && hasNulls === undefined) return runWithAccess<Row>(database, access, { text, parameters });
    const { connectionId, entityId } = this.#copy;
    const state = `(select json_build_array(records, checkpoint)::text from context_store_state
      where connection_id = $${parameters.length + 1}::uuid and entity_id = $${parameters.length + 2}::integer)`;
    const rows = await runWithAccess<Row & Beside>(database, access, {
      text: `select ${columns.map((column) => `null as ${column}`).join(', ')}, true as is_beside,
        ${isFirst ? state : 'null'} as state, ${hasNulls ?? 'null::boolean'} as has_nulls
      union all select found.*, false, null, null from (${text}) as found`,
      parameters: isFirst ? [...parameters, connectionId, entityId] : parameters,
    });
    const beside = rows.find(({ is_beside: isBeside }) => isBeside);
    if (isFirst)
      this.#state =
        typeof beside?.state === 'string' ? (parseExactly(beside.state) as [number, StoredValue]) : [0, null];
    if (hasNulls !== undefined) this.#hasNulls = beside?.has_nulls ?? false;
    return rows.filter(({ is_beside: isBeside }) => !isBeside);
  }
}
