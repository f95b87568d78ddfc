import { writeExactly } from '@connectory/exact-json';
import type { StoredRecord, StoredValue } from './context-store.ts';
import type { EntityLayout } from './entity-layout.ts';

/** Why a record changed: a pass read it, it was written through this gateway, an event of the vendor reported it, or it was erased. */
export type ChangeCause = 'pass' | 'write' | 'event' | 'erasure';

/** What happened to a record of a copy. */
export type ChangeKind = 'added' | 'changed' | 'removed';

/** A place in the feed of a connection: after the change with this sequence, 0 before the first. */
export interface FeedPosition {
  /** Identifies the feed: a copy that is dropped and filled again has another one. */
  readonly feed: string;
  readonly sequence: number;
}

/** Position of the feed of a copy that does not exist yet: the beginning of its future feed. */
export const emptyFeed: FeedPosition = { feed: '', sequence: 0 };

/** One change of one record in the copies of a connection. */
export interface Change {
  /** Grows by one with each change of any entity of the connection, in the order of the transactions. */
  readonly sequence: number;
  readonly entity: string;
  readonly kind: ChangeKind;
  /** The key of the record (`StoredRecord.key`). */
  readonly key: string;
  /** Names of the search fields that have another value than before; empty unless the record was changed. */
  readonly fields: readonly string[];
  /** Milliseconds since 1970; never less than that of an earlier change. */
  readonly at: number;
  readonly cause: ChangeCause;
  /** The record before the change; null for one that was added, and for one that was removed and erased. */
  readonly before: StoredRecord['document'] | null;
  /** The record after the change and before the next one; null for one that was removed. */
  readonly after: StoredRecord['document'] | null;
}

/** What to read from the feed of a connection. */
export interface ChangeQuery {
  /** Layouts of the entities whose changes to read. */
  readonly layouts: readonly EntityLayout[];
  /**
   * Where to go on: after this position, or at a time (milliseconds since 1970) at or after which the changes happened; null for the
   * beginning, which may have expired, and `oldest` for the first change that is kept.
   */
  readonly from: FeedPosition | { readonly at: number } | 'oldest' | null;
  /** Maximum number of changes to return, from 1 to 1,000. */
  readonly limit: number;
}

/** About how many characters of records one page has at most; a single record may be larger. */
export const charactersAtOnce = 8_000_000;

/**
 * A page of changes in order, or `expired` if changes after the requested position are no longer available: a reader must then read the
 * records by search and continue at `head`, the end of the feed.
 */
export type ChangePage =
  | {
      readonly state: 'read';
      readonly changes: readonly Change[];
      /** Before everything that was looked at. */
      readonly start: FeedPosition;
      /** After everything that was looked at: where to go on. */
      readonly position: FeedPosition;
      /** Whether there is more to look at now. A page may have less than `limit` changes, or none, and more may follow. */
      readonly hasMore: boolean;
    }
  | { readonly state: 'expired'; readonly head: FeedPosition };

/** The page of an empty feed. */
export const noChanges: ChangePage = {
  state: 'read',
  changes: [],
  start: emptyFeed,
  position: emptyFeed,
  hasMore: false,
};

/** How long changes are kept: the oldest are deleted once they exceed the age or size. */
export interface ChangeRetention {
  readonly milliseconds: number;
  /** Bytes of the feed of one connection: keys and replaced records. */
  readonly bytes: number;
}

/** Seven days, and 64 MiB of one connection. */
export const defaultRetention: ChangeRetention = { milliseconds: 7 * 86_400_000, bytes: 64 * 1024 * 1024 };

/** How far the feed of a connection goes. */
export interface FeedState {
  readonly id: string;
  /** Sequence of the last change, 0 before the first. */
  readonly last: number;
  /** Sequence of the last change that is no longer kept, 0 when all are. */
  readonly floor: number;
  /** Time of that change, 0 when all are kept. */
  readonly floorAt: number;
}

/** The sequence after which a reader continues; null if changes after it are no longer available, or belong to another feed. */
export function feedStart({ id, last, floor }: FeedState, from: FeedPosition | 'oldest' | null): number | null {
  if (from === 'oldest') return floor;
  const { feed, sequence } = from ?? emptyFeed;
  const isOurs = feed === id || (feed === emptyFeed.feed && sequence === 0);
  return isOurs && sequence >= floor && sequence <= last ? sequence : null;
}

/** The end of a feed. */
export function headOf({ id, last }: FeedState): FeedPosition {
  return { feed: id, sequence: last };
}

/** One change as a run of the feed stores it; documents are stored separately. */
export type StoredChange = Pick<Change, 'kind' | 'key' | 'fields'>;

/** The most changes of one run: a reader of a page parses whole runs. */
export const changesPerRun = 500;

/**
 * Writes changes as JSON text: `"key"` was added, `["key", ["field"]]` changed, `["key"]` removed, null was erased. Most are additions of a
 * first pass.
 */
export function writeChanges(changes: readonly (StoredChange | null)[]): string {
  return JSON.stringify(changes.map((change) => change && writers[change.kind](change.key, change.fields)));
}

const writers: Readonly<Record<ChangeKind, (key: string, fields: readonly string[]) => unknown>> = {
  added: (key) => key,
  changed: (key, fields) => [key, fields],
  removed: (key) => [key],
};

/** Parses the output of `writeChanges`; an erased change keeps its position as null. */
export function parseChanges(text: string): readonly (StoredChange | null)[] {
  return (JSON.parse(text) as readonly (string | [key: string, fields?: readonly string[]] | null)[]).map((change) => {
    if (change === null) return null;
    if (typeof change === 'string') return { kind: 'added', key: change, fields: [] };
    const [key, fields] = change;
    return fields === undefined ? { kind: 'removed', key, fields: [] } : { kind: 'changed', key, fields };
  });
}

/**
 * The text of a run without what it says of erased records: that they were added or changed. Their removal stays, so that followers learn of
 * it. Null if the run says nothing of them.
 */
export function withoutErased(text: string, keys: ReadonlySet<string>): string | null {
  const changes = parseChanges(text);
  const isErased = (change: StoredChange | null) =>
    change !== null && change.kind !== 'removed' && keys.has(change.key);
  if (!changes.some(isErased)) return null;
  return writeChanges(changes.map((change) => (isErased(change) ? null : change)));
}

/** The names of the fields that two documents of a record have different values of, in the order of the later one. */
export function changedFields(before: StoredRecord['document'], after: StoredRecord['document']): readonly string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].filter((name) => !isSame(own(before, name), own(after, name)));
}

function isSame(one: StoredValue, other: StoredValue): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && writeExactly(one) === writeExactly(other))
  );
}

function own(document: StoredRecord['document'], name: string): StoredValue {
  return Object.hasOwn(document, name) ? (document[name] ?? null) : null;
}
