import { parseExactly } from '@connectory/exact-json';
import {
  type Change,
  type ChangeCause,
  type ChangePage,
  type ChangeQuery,
  type ChangeRetention,
  changedFields,
  changesPerRun,
  charactersAtOnce,
  emptyFeed,
  type FeedPosition,
  type FeedState,
  feedStart,
  headOf,
  noChanges,
  parseChanges,
  type StoredChange,
  withoutErased,
  writeChanges,
} from '../change-feed.ts';
import type { StoredRecord } from '../context-store.ts';
import type { ConnectionFile, Row } from './connection-file.ts';
import { entityNames } from './entity-table.ts';
import { identifier, sql } from './fragment.ts';

/** What to read from the feed of a file. */
export type FeedQuery = Omit<ChangeQuery, 'layouts'> & { readonly entities: readonly string[] };

/** Maximum number of runs that one page examines. Most of them may belong to other entities. */
const runsAtOnce = 1_000;

/** Reads a page of changes with the documents before and after each, all from a single snapshot of the file. */
export function readChanges(file: ConnectionFile, { entities, from, limit }: FeedQuery): ChangePage {
  const state = feedState(file);
  if (state === null) return noChanges;
  const start =
    from !== null && typeof from === 'object' && 'at' in from
      ? lastBefore(file, state, from.at)
      : feedStart(state, from);
  if (start === null) return { state: 'expired', head: headOf(state) };
  const changes: Change[] = [];
  const asked = JSON.stringify(entities);
  let sequence = start;
  let characters = 0;
  const isFull = () => changes.length === limit || characters > charactersAtOnce;
  for (let runs = 0; sequence < state.last && runs < runsAtOnce && !isFull(); runs += 1) {
    const [first, last, entity, at, cause, text] = runAt(file, sequence + 1, asked);
    const stored = text === null ? [] : parseChanges(String(text));
    for (const [index, change] of stored.entries()) {
      const number = Number(first) + index;
      if (number <= sequence || change === null) continue;
      if (isFull()) break;
      const before = change.kind === 'added' ? null : documentBefore(file, number);
      const after = change.kind === 'removed' ? null : documentAfter(file, String(entity), change.key, number);
      characters += (before?.length ?? 0) + (after?.length ?? 0);
      changes.push({
        ...change,
        sequence: number,
        entity: String(entity),
        at: Number(at),
        cause: cause as ChangeCause,
        before: before === null ? null : documentOf(before),
        after: after === null ? null : documentOf(after),
      });
      sequence = number;
    }
    if (!isFull()) sequence = Number(last);
  }
  return {
    state: 'read',
    changes,
    start: { feed: state.id, sequence: start },
    position: { feed: state.id, sequence },
    hasMore: sequence < state.last,
  };
}

/** Returns the end of the feed of a file. */
export function readHead(file: ConnectionFile): FeedPosition {
  const state = feedState(file);
  return state === null ? emptyFeed : headOf(state);
}

// Null for a file that the writer has not set up yet.
function feedState(file: ConnectionFile): FeedState | null {
  if (!file.isSetUp) return null;
  const [id, last, floor, floorAt] = file.row(sql`SELECT id, last, floor, floor_at FROM connectory_feed`) ?? [];
  return { id: String(id), last: Number(last), floor: Number(floor), floorAt: Number(floorAt) };
}

// Runs are contiguous.
function runAt(file: ConnectionFile, sequence: number, entities: string): Row {
  const run = file.row(
    sql`SELECT first, last, entity, at, cause, CASE WHEN entity IN (SELECT value FROM json_each(${entities})) THEN changes END
      FROM connectory_changes WHERE first <= ${sequence} ORDER BY first DESC LIMIT 1`,
  );
  if (run === undefined) throw new Error('A change that is kept has no run.');
  return run;
}

// Null when changes since that time are no longer kept.
function lastBefore(file: ConnectionFile, { last, floorAt }: FeedState, at: number): number | null {
  if (at <= floorAt) return null;
  const run = file.row(sql`SELECT first FROM connectory_changes WHERE at >= ${at} ORDER BY first LIMIT 1`);
  return run === undefined ? last : Number(run[0]) - 1;
}

// Null for a record that was erased.
function documentBefore(file: ConnectionFile, sequence: number): string | null {
  const row = file.row(sql`SELECT json(document) FROM connectory_versions WHERE until = ${sequence}`);
  return row === undefined ? null : String(row[0]);
}

// A document is valid until the next change of its record; the latest is the record itself.
function documentAfter(file: ConnectionFile, entity: string, key: string, sequence: number): string {
  const [document] =
    file.row(
      sql`SELECT json(document) FROM connectory_versions
        WHERE entity = ${entity} AND key = ${key} AND until > ${sequence} ORDER BY until LIMIT 1`,
    ) ??
    file.row(sql`SELECT json(document) FROM ${identifier(entityNames(entity).records)} WHERE key = ${key}`) ??
    [];
  return String(document);
}

function documentOf(json: string): StoredRecord['document'] {
  const document = parseExactly(json) as StoredRecord['document'];
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}

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

  /** Records that a record is about to be erased. */
  erased(key: string): void {
    this.#add({ kind: 'removed', key, fields: [] });
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

/** Erases what the feed has of records of an entity, except that they were removed. */
export function eraseFromFeed(file: ConnectionFile, entity: string, keys: ReadonlySet<string>): void {
  if (keys.size === 0) return;
  const inRun = sql`until >= connectory_changes.first AND until <= connectory_changes.last`;
  const list = JSON.stringify([...keys]);
  const ofKeys = sql`entity = ${entity} AND key IN (SELECT value FROM json_each(${list}))`;
  // The runs are smaller by the documents that they replaced.
  file.change(
    sql`UPDATE connectory_changes SET bytes = max(length(changes), bytes - coalesce((
        SELECT sum(length(json(document))) FROM connectory_versions WHERE ${inRun} AND ${ofKeys}), 0))
      WHERE entity = ${entity}`,
  );
  file.change(sql`DELETE FROM connectory_versions WHERE ${ofKeys}`);
  const runs = file.rows(sql`SELECT first FROM connectory_changes WHERE entity = ${entity}`);
  for (const [first] of runs) {
    const run = sql`FROM connectory_changes WHERE first = ${Number(first)}`;
    const text = withoutErased(String(file.row(sql`SELECT changes ${run}`)?.[0]), keys);
    if (text !== null) file.change(sql`UPDATE connectory_changes SET changes = ${text} WHERE first = ${Number(first)}`);
  }
  file.change(sql`UPDATE connectory_feed SET bytes = (SELECT coalesce(sum(bytes), 0) FROM connectory_changes)`);
}

/** Replaces the earlier versions of a record by what it is now. */
export function forgetFormer(file: ConnectionFile, entity: string, key: string): void {
  const { records } = entityNames(entity);
  file.change(
    sql`UPDATE connectory_versions SET document = (SELECT document FROM ${identifier(records)} WHERE key = ${key})
      WHERE entity = ${entity} AND key = ${key}`,
  );
}

/** Maximum number of runs that one transaction deletes. It usually writes fewer, so the feed shrinks to its limits. */
const maxForgotten = 100;

function forgetChanges(file: ConnectionFile, now: number, { milliseconds, bytes }: ChangeRetention): void {
  let kept = file.number(sql`SELECT bytes FROM connectory_feed`);
  let floor = 0;
  let floorAt = 0;
  const runs = file.eachRow(sql`SELECT last, at, bytes FROM connectory_changes ORDER BY first LIMIT ${maxForgotten}`);
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
