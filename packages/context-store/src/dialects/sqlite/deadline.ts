import { searchTookTooLong } from '../../store/search-took-too-long.ts';
import type { ConnectionFile } from './connection-file.ts';
import { type Fragment, sql } from './fragment.ts';

/** Deadline of the current search. SQLite cannot be interrupted from outside here, so long statements check the time themselves. */
export class Deadline {
  #milliseconds = 0;
  #end = Number.POSITIVE_INFINITY;

  constructor({ connection }: ConnectionFile) {
    connection.function('connectory_in_time', { directOnly: true }, (_row: unknown) => {
      this.check();
      return 1;
    });
  }

  /** Starts the time limit of a new search. */
  start(milliseconds: number): void {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Throws `search_timeout` once the deadline has passed. */
  check(): void {
    if (performance.now() > this.#end) throw searchTookTooLong(this.#milliseconds);
  }

  /** Returns a condition that is true for every row with an ID, and aborts the statement once the deadline has passed. */
  isInTime(id: Fragment): Fragment {
    // A call costs more than reading a row of an index. A prime number, because IDs may alternate in any pattern.
    return sql`(${id} % 31 OR connectory_in_time(${id}))`;
  }
}
