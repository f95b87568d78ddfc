import { searchTookTooLong } from '../../store/search-took-too-long.ts';
import type { ConnectionFile } from './connection-file.ts';
import { type Fragment, sql } from './fragment.ts';

/**
 * The end of the search that runs. SQLite cannot be interrupted from outside here, so long statements ask for themselves.
 */
export class Deadline {
  #milliseconds = 0;
  #end = Number.POSITIVE_INFINITY;

  constructor({ connection }: ConnectionFile) {
    connection.function('connectory_in_time', { directOnly: true }, (_row: unknown) => {
      this.check();
      return 1;
    });
  }

  /** Sets the end of the search that begins. */
  start(milliseconds: number): void {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Throws `search_timeout` when the time is over. */
  check(): void {
    if (performance.now() > this.#end) throw searchTookTooLong(this.#milliseconds);
  }

  /** A condition that is true for every row `value` is taken from, and ends the statement when the time is over. */
  isInTime(value: Fragment): Fragment {
    return sql`connectory_in_time(${value})`;
  }
}
