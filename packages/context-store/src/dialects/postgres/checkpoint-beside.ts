import { parseExactly } from '@connectory/exact-json';
import type { StoredValue } from '../../store/context-store.ts';
import type { CopyScope } from './pass-log.ts';
import { type Runner, run, type Statement } from './statement.ts';

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
    runner: Runner,
    columns: readonly string[],
    { text, parameters }: Statement,
  ): Promise<readonly Row[]> {
    if (this.#stored !== undefined) return run<Row>(runner, text, parameters);
    const { connectionId, entityId } = this.#copy;
    const rows = await run<Row & { readonly stored: string | null }>(
      runner,
      `select ${columns.map((column) => `null as ${column}`).join(', ')}, checkpoint::text as stored
        from context_store_state
        where connection_id = $${parameters.length + 1}::uuid and entity_id = $${parameters.length + 2}::integer
          and checkpoint is not null
      union all select found.*, null from (${text}) as found`,
      [...parameters, connectionId, entityId],
    );
    this.#stored = rows.find(({ stored }) => stored !== null)?.stored ?? null;
    return rows.filter(({ stored }) => stored === null);
  }
}
