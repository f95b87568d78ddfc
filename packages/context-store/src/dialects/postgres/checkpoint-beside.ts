import type { Database } from '@connectory/database';
import { parseExactly } from '@connectory/exact-json';
import type { StoredValue } from '../../store/context-store.ts';
import type { CopyScope } from './pass-log.ts';
import { runWithAccess, type SearchAccess } from './search-access.ts';
import type { Statement } from './statement.ts';

/**
 * Runs the statements of one search. The first one also returns the checkpoint of the copy, so that reading it costs no extra round trip
 * and no result is older than the checkpoint.
 */
export class CheckpointBeside {
  readonly #copy: CopyScope;
  /** Undefined before the first statement. */
  #stored: string | null | undefined;

  constructor(copy: CopyScope) {
    this.#copy = copy;
  }

  /** The checkpoint that the first statement returned; null if the copy has none. */
  get checkpoint(): StoredValue | null {
    return typeof this.#stored === 'string' ? (parseExactly(this.#stored) as StoredValue) : null;
  }

  /** Runs a statement that returns these columns. */
  async run<Row extends object>(
    database: Database,
    access: SearchAccess,
    columns: readonly string[],
    statement: Statement,
  ): Promise<readonly Row[]> {
    if (this.#stored !== undefined) return runWithAccess<Row>(database, access, statement);
    const { text, parameters } = statement;
    const { connectionId, entityId } = this.#copy;
    const rows = await runWithAccess<Row & { readonly stored: string | null }>(database, access, {
      text: `select ${columns.map((column) => `null as ${column}`).join(', ')}, checkpoint::text as stored
        from context_store_state
        where connection_id = $${parameters.length + 1}::uuid and entity_id = $${parameters.length + 2}::integer
          and checkpoint is not null
      union all select found.*, null from (${text}) as found`,
      parameters: [...parameters, connectionId, entityId],
    });
    this.#stored = rows.find(({ stored }) => stored !== null)?.stored ?? null;
    return rows.filter(({ stored }) => stored === null);
  }
}
