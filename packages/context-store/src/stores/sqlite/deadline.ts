import { searchTimeout } from '../search-turns.ts';
import type { ConnectionFile } from './connection-file.ts';
import { type Fragment, sql, verbatim } from './fragment.ts';

/** The size of a page. SQLite reads a longer document page by page, which costs more than checking the time. */
const shortDocumentBytes = 4096;

/** Deadline of the current search. SQLite cannot be interrupted from outside here, so long statements check the time themselves. */
export class Deadline {
  #milliseconds = 0;
  #end = Number.POSITIVE_INFINITY;

  constructor({ connection }: ConnectionFile) {
    connection.function('connectory_in_time', { directOnly: true }, () => {
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
    if (performance.now() > this.#end) throw searchTimeout(this.#milliseconds);
  }

  /**
   * A condition that is true for every entry of an index, and aborts the statement once the deadline has passed. Checking costs more than
   * reading an entry, so about every 32nd entry is checked; at random, so that no order of records evades it.
   */
  get entriesInTime(): Fragment {
    return verbatim('(random() & 31 OR connectory_in_time())');
  }

  /** As `entriesInTime`, for rows with a document; one that takes long to read is always checked. */
  documentsInTime(document: Fragment): Fragment {
    return sql`(octet_length(${document}) < ${shortDocumentBytes} AND random() & 31 OR connectory_in_time())`;
  }
}
