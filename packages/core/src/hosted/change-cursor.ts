import type { FeedPosition } from '@connectory/context-store';
import { GatewayError } from '@connectory/errors';

const formatVersion = 1;
const longestCursor = 200;

/** Makes the opaque cursor of a position in a feed. */
export function encodeChangeCursor({ feed, sequence }: FeedPosition): string {
  return Buffer.from(JSON.stringify([formatVersion, feed, sequence])).toString('base64url');
}

/** Reads a cursor back. Throws `invalid_cursor` unless `encodeChangeCursor` could have made exactly it. */
export function decodeChangeCursor(cursor: string): FeedPosition {
  const position = cursor.length > longestCursor ? null : positionOf(cursor);
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
