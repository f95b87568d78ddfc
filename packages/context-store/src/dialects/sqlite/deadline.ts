import { randomInt } from 'node:crypto';
import { searchTookTooLong } from '../../store/search-took-too-long.ts';
import type { ConnectionFile } from './connection-file.ts';
import { type Fragment, sql, unpeeked } from './fragment.ts';

const prime = 1_000_003;

/** Deadline of the current search. SQLite cannot be interrupted from outside here, so long statements check the time themselves. */
export class Deadline {
  // Random, so that no vendor can order its records such that the time is never looked at.
  readonly #factor = randomInt(1, prime);
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

  /** Returns a condition that is true for every row that `value` comes from, and aborts the statement once the deadline has passed. */
  isInTime(value: Fragment): Fragment {
    return sql`connectory_in_time(${value})`;
  }

  /** As `isInTime`, but looks at the time only for about every 31st ID: for entries of an index, which cost less to read than a call. */
  isInTimeNowAndThen(id: Fragment): Fragment {
    return sql`(${id} % ${unpeeked(prime)} * ${unpeeked(this.#factor)} % ${unpeeked(prime)} % 31 OR ${this.isInTime(id)})`;
  }
}
