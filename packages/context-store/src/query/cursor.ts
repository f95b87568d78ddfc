import { createHash } from 'node:crypto';
import { GatewayError } from '@connectory/errors';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import { bounds, sortedLength } from './bounds.ts';
import type { Scalar, SearchPosition, SearchQuery } from './condition.ts';
import { exactNumber } from './exact-number.ts';
import { type FieldType, isKeyed, isKeyOf } from './field-type.ts';
import { isLongerThan, storedText } from './stored-text.ts';

const formatVersion = 1;

/** The part of a query that a cursor belongs to. Limit and fields may change from page to page. */
export type CursorOwner = Pick<SearchQuery, 'connector' | 'entity' | 'filter' | 'sort'>;

/** Makes the opaque cursor of a position: the next page of the same query begins after it. */
export function encodeCursor(position: SearchPosition, owner: CursorOwner): string {
  const content = [formatVersion, fingerprintOf(owner), position.key, ...position.values];
  return Buffer.from(writeExactly(content)).toString('base64url');
}

function fingerprintOf({ connector, entity, filter, sort }: CursorOwner): string {
  const content = writeExactly([connector, entity, filter, sort]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Reads a cursor back. Throws `invalid_cursor` unless `encodeCursor` could have made exactly it for this query. */
export function decodeCursor(cursor: unknown, owner: CursorOwner): SearchPosition {
  if (typeof cursor !== 'string' || cursor.length > bounds.cursorLength) throw invalidCursor();
  const position = positionOf(parse(cursor), owner);
  if (position === null || encodeCursor(position, owner) !== cursor) throw invalidCursor();
  return position;
}

function parse(cursor: string): unknown {
  try {
    return parseExactly(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

function positionOf(content: unknown, owner: CursorOwner): SearchPosition | null {
  if (!Array.isArray(content)) return null;
  const { sort } = owner;
  const [version, fingerprint, key, ...values] = content as readonly unknown[];
  if (version !== formatVersion || fingerprint !== fingerprintOf(owner)) return null;
  if (!isStored(key) || values.length !== sort.length) return null;
  const isPosition = sort.every(({ field }, index) => isSortValue(values[index], field.type));
  return isPosition ? Object.freeze({ values: Object.freeze(values as readonly Scalar[]), key }) : null;
}

function isSortValue(value: unknown, type: FieldType): boolean {
  if (value === null) return true;
  if (type === 'string') return isStored(value) && !isLongerThan(value, sortedLength);
  if (isKeyed(type)) return typeof value === 'string' && isKeyOf(type, value);
  return type === 'boolean' ? typeof value === 'boolean' : exactNumber(value) === value;
}

function isStored(value: unknown): value is string {
  return typeof value === 'string' && storedText(value) === value;
}

function invalidCursor(): GatewayError {
  const message = 'was not returned by this query';
  return new GatewayError(
    'invalid_cursor',
    `params.cursor ${message}. Repeat filter and sort as in the request it came from, or start again without a cursor.`,
    { errors: [{ field: '/params/cursor', message, error_code: 'invalid_cursor' }] },
  );
}
