import type {
  Change,
  ChangeCause,
  ContextStore,
  EntityLayout,
  FeedPosition,
  StoredValue,
} from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';

/** What to read from the feed of a connection. */
export interface ChangesRequest {
  readonly connectionId: string;
  /** Layouts of the entities whose changes to read. */
  readonly layouts: readonly EntityLayout[];
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
  { connectionId, layouts, from, limit }: ChangesRequest,
): Promise<ChangesResponse> {
  if (from === 'now') {
    return { changes: [], cursor: encodeChangeCursor(await store.feedHead(connectionId)), hasMore: false };
  }
  const start = typeof from === 'number' ? { at: from } : from === null ? null : decodeChangeCursor(from);
  const page = await store.readChanges(connectionId, { layouts, from: start, limit });
  if (page.state === 'expired') throw expired(page.head);
  const ofEntity = new Map(layouts.map((layout) => [layout.entity, layout]));
  return {
    changes: page.changes.flatMap((change) => {
      const layout = ofEntity.get(change.entity);
      return layout === undefined ? [] : recordChange(change, layout, page.position.feed);
    }),
    cursor: encodeChangeCursor(page.position),
    hasMore: page.hasMore,
  };
}

/** A change of the feed as the gateway returns it, with every search field of the record. */
export function recordChange(change: Change, layout: EntityLayout, feed: string): RecordChange {
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
      layout.fields.map(({ name }) => [name, Object.hasOwn(document, name) ? (document[name] ?? null) : null]),
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
