import {
  type Change,
  type ChangeCause,
  type ContextStore,
  changedFields,
  type FeedPosition,
  type StoredValue,
} from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';
import { eachInTurns } from '@connectory/exact-json';
import type { EntityView } from '../data-view/entity-view.ts';
import type { VisibleCopy } from './context-copy.ts';

/** What to read from the feed of a connection. */
export interface ChangesRequest {
  readonly connectionId: string;
  /** The copies whose changes to read. */
  readonly copies: readonly VisibleCopy[];
  /** Where to go on: a cursor that the feed gave, `now` for its end, a time (milliseconds since 1970), or null for its beginning. */
  readonly from: string | number | null;
  /** The most changes, from 1 to 1,000. */
  readonly limit: number;
}

/** A change as the gateway returns it. */
export interface RecordChange {
  readonly sequence: number;
  /** Continues after this change. */
  readonly cursor: string;
  readonly entity: string;
  readonly type: 'added' | 'changed' | 'removed';
  /** Values of the partition and the key fields of the record. */
  readonly key: readonly string[];
  readonly changed_fields: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  readonly cause: ChangeCause;
  /** Every search field of the record after the change, or before it if the record was removed; null if unknown or erased. */
  readonly record: Readonly<Record<string, StoredValue>>;
}

/** A page of changes in order. */
export interface ChangesResponse {
  readonly changes: readonly RecordChange[];
  /** Continues after everything this page looked at. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Reads a page of the feed of a connection. Throws `invalid_cursor` and `changes_expired`. */
export async function readCopyChanges(
  store: ContextStore,
  { connectionId, copies, from, limit }: ChangesRequest,
): Promise<ChangesResponse> {
  if (from === 'now') {
    return { changes: [], cursor: encodeChangeCursor(await store.feedHead(connectionId)), hasMore: false };
  }
  const start = typeof from === 'number' ? { at: from } : from === null ? null : decodeChangeCursor(from);
  const layouts = copies.map(({ layout }) => layout);
  const page = await store.readChanges(connectionId, { layouts, from: start, limit });
  if (page.state === 'expired') throw expired(page.head);
  const ofEntity = new Map(copies.map((copy) => [copy.layout.entity, copy]));
  const changes: RecordChange[] = [];
  await eachInTurns(page.changes, (change) => {
    const copy = ofEntity.get(change.entity);
    const shown = copy && visibleChange(change, copy.view);
    if (copy !== undefined && shown) changes.push(recordChange(shown, copy, page.position.feed));
  });
  return {
    changes,
    cursor: encodeChangeCursor(page.position),
    hasMore: page.hasMore,
  };
}

/**
 * A change as a policy shows it: a record that begins to exist for it was added, one that ceases to exist was removed. Null for a change of
 * which it shows nothing.
 */
export function visibleChange(change: Change, view: EntityView | undefined): Change | null {
  if (view === undefined) return change;
  // Of an erased record nobody knows any more whether it existed for the policy.
  if (change.before === null && change.after === null) return view.condition === null ? change : null;
  const [before, after] = [change.before, change.after].map((document) =>
    document !== null && view.matches(document) ? view.document(document) : null,
  );
  const documents = { before: before ?? null, after: after ?? null };
  if (documents.after === null) return documents.before && { ...change, ...documents, kind: 'removed', fields: [] };
  if (documents.before === null) return { ...change, ...documents, kind: 'added', fields: [] };
  const changed = changedFields(documents.before, documents.after);
  const fields = change.fields.filter((name) => changed.includes(name));
  return fields.length === 0 ? null : { ...change, ...documents, fields };
}

/** A change of the feed as the gateway returns it, with every search field of the record that is shown. */
export function recordChange(change: Change, { layout, view }: VisibleCopy, feed: string): RecordChange {
  const { sequence, entity, kind, key, fields, at, cause, before, after } = change;
  const document = after ?? before ?? {};
  return {
    sequence,
    cursor: encodeChangeCursor({ feed, sequence }),
    entity,
    type: kind,
    key: JSON.parse(key) as readonly string[],
    changed_fields: fields,
    at: new Date(at).toISOString(),
    cause,
    record: Object.fromEntries(
      (view?.layout ?? layout).fields.map(({ name }) => [
        name,
        Object.hasOwn(document, name) ? (document[name] ?? null) : null,
      ]),
    ),
  };
}

function expired(head: FeedPosition): GatewayError {
  return new GatewayError(
    'changes_expired',
    'Changes from there on are no longer available. Read the records with context_store_search, then continue with the cursor of this error.',
    { cursor: encodeChangeCursor(head) },
  );
}

const formatVersion = 1;
const maxCursorLength = 200;

/** Makes the opaque cursor of a position in a feed. */
export function encodeChangeCursor({ feed, sequence }: FeedPosition): string {
  return Buffer.from(JSON.stringify([formatVersion, feed, sequence])).toString('base64url');
}

/** Reads a cursor back. Throws `invalid_cursor` unless `encodeChangeCursor` could have made exactly it. */
function decodeChangeCursor(cursor: string): FeedPosition {
  const position = cursor.length > maxCursorLength ? null : positionOf(cursor);
  if (position !== null && encodeChangeCursor(position) === cursor) return position;
  const message = 'was not returned by this feed';
  throw new GatewayError(
    'invalid_cursor',
    `cursor ${message}. Use one that it returned, "now", or none to begin with the first change.`,
    { errors: [{ field: '/query/cursor', message, error_code: 'invalid_cursor' }] },
  );
}

function positionOf(cursor: string): FeedPosition | null {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(content) || content.length !== 3) return null;
    const [version, feed, sequence] = content as readonly unknown[];
    const isPosition = version === formatVersion && typeof feed === 'string' && Number.isSafeInteger(sequence);
    return isPosition && Number(sequence) >= 0 ? { feed, sequence: Number(sequence) } : null;
  } catch {
    return null;
  }
}
