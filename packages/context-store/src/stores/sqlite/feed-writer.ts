import { parseExactly } from '@connectory/exact-json';
import type { ChangeCause, ChangeRetention } from '../change-feed.ts';
import type { StoredRecord } from '../context-store.ts';
import { changedFields, changesPerRun, type StoredChange, writeChanges } from '../stored-change.ts';
import type { ConnectionFile } from './connection-file.ts';
import { sql } from './fragment.ts';

/** Origin of the changes of a transaction. */
export interface FeedOrigin {
  readonly entity: string;
  readonly cause: ChangeCause;
  readonly retention: ChangeRetention;
}

/** Writes the changes of one transaction to the feed of its file: runs of changes, and the replaced documents. */
export class FeedWriter {
  readonly #file: ConnectionFile;
  readonly #origin: FeedOrigin;
  readonly #at: number;
  readonly #first: number;
  #changes: StoredChange[] = [];
  #written = 0;
  #bytes = 0;
  #bytesOfRun = 0;

  constructor(file: ConnectionFile, origin: FeedOrigin) {
    const [last, at] = file.row(sql`SELECT last, at FROM connectory_feed`) ?? [];
    this.#file = file;
    this.#origin = origin;
    this.#first = Number(last) + 1;
    // Keeps changes in order even if the clock was set back.
    this.#at = Math.max(Number(at), Date.now());
  }

  /** Records that a record was added. */
  added(key: string): void {
    this.#add({ kind: 'added', key, fields: [] });
  }

  /** Records that a record is about to be replaced. Does nothing if no field changes. */
  changed(key: string, before: string, after: StoredRecord['document']): void {
    const fields = changedFields(parseExactly(before) as StoredRecord['document'], after);
    if (fields.length === 0) return;
    this.#keep(key, before);
    this.#add({ kind: 'changed', key, fields });
  }

  /** Records that a record is about to be removed. */
  removed(key: string, before: string): void {
    this.#keep(key, before);
    this.#add({ kind: 'removed', key, fields: [] });
  }

  /** Stores the recorded changes, deletes expired ones, and returns whether there were any changes. */
  finish(): boolean {
    this.#writeRun();
    if (this.#written === 0) return false;
    const last = this.#first + this.#written - 1;
    this.#file.change(sql`UPDATE connectory_feed SET last = ${last}, at = ${this.#at}, bytes = bytes + ${this.#bytes}`);
    forgetChanges(this.#file, this.#at, this.#origin.retention);
    return true;
  }

  #add(change: StoredChange): void {
    this.#changes.push(change);
    if (this.#changes.length === changesPerRun) this.#writeRun();
  }

  // The document is both the result of the previous change and the state before this one.
  #keep(key: string, document: string): void {
    const sequence = this.#first + this.#written + this.#changes.length;
    this.#file
      .changing('INSERT INTO connectory_versions (until, entity, key, document) VALUES (?, ?, ?, jsonb(?))')
      .run(sequence, this.#origin.entity, key, document);
    this.#bytesOfRun += document.length;
  }

  #writeRun(): void {
    const { length } = this.#changes;
    if (length === 0) return;
    const { entity, cause } = this.#origin;
    const first = this.#first + this.#written;
    const changes = writeChanges(this.#changes);
    const bytes = this.#bytesOfRun + changes.length;
    this.#file.change(
      sql`INSERT INTO connectory_changes (first, last, entity, at, cause, bytes, changes)
        VALUES (${first}, ${first + length - 1}, ${entity}, ${this.#at}, ${cause}, ${bytes}, ${changes})`,
    );
    this.#bytes += bytes;
    this.#bytesOfRun = 0;
    this.#written += length;
    this.#changes = [];
  }
}

/** Maximum number of runs that one transaction deletes. It usually writes fewer, so the feed shrinks to its limits. */
const mostForgotten = 100;

function forgetChanges(file: ConnectionFile, now: number, { milliseconds, bytes }: ChangeRetention): void {
  let kept = file.number(sql`SELECT bytes FROM connectory_feed`);
  let floor = 0;
  let floorAt = 0;
  const runs = file.eachRow(sql`SELECT last, at, bytes FROM connectory_changes ORDER BY first LIMIT ${mostForgotten}`);
  for (const [last, at, length] of runs) {
    if (kept <= bytes && Number(at) >= now - milliseconds) break;
    kept -= Number(length);
    floor = Number(last);
    floorAt = Number(at);
  }
  if (floor === 0) return;
  file.change(sql`DELETE FROM connectory_changes WHERE first <= ${floor}`);
  file.change(sql`DELETE FROM connectory_versions WHERE until <= ${floor}`);
  file.change(sql`UPDATE connectory_feed SET floor = ${floor}, floor_at = ${floorAt}, bytes = ${kept}`);
}
