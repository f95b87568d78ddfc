import { GatewayError } from '@connectory/errors';

/** One page of a list; `nextCursor` is null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** How much of a list, and from where: `limit` 1 to 1000 (default 100), `cursor` from the previous page. */
export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The limit of a page request; throws `invalid_params` when it is out of bounds. */
export function pageLimit(request: PageRequest): number {
  const limit = request.limit ?? 100;
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  const message = 'limit must be a whole number from 1 to 1000';
  throw new GatewayError('invalid_params', message, {
    errors: [{ field: '/limit', message, error_code: 'out_of_range' }],
  });
}

/** Decodes a cursor of `length` sort values; null without one. Throws `invalid_cursor` when it is not one of ours. */
export function pagePosition(request: PageRequest, length: number): readonly string[] | null {
  if (request.cursor === undefined) return null;
  try {
    if (request.cursor.length > 2_000) throw new RangeError('too long');
    const values: unknown = JSON.parse(Buffer.from(request.cursor, 'base64url').toString('utf8'));
    if (Array.isArray(values) && values.length === length && values.every(isSortValue)) return values;
  } catch {
    // falls through to the one error for everything that is not a cursor
  }
  throw foreignCursor();
}

/** Decodes a cursor of one whole number; null without one. Throws `invalid_cursor` when it is not one of ours. */
export function pageNumber(request: PageRequest): number | null {
  const [text] = pagePosition(request, 1) ?? [];
  if (text === undefined) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw foreignCursor();
}

const foreignCursor = () =>
  new GatewayError('invalid_cursor', 'The cursor was not returned by this list. Start again without a cursor.');

/** PostgreSQL text cannot hold NUL. */
const isSortValue = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** Turns the `limit + 1` rows of a query into a page; `position` returns the sort values of its last item. */
export function toPage<Item>(
  items: readonly Item[],
  limit: number,
  position: (last: Item) => readonly string[],
): Page<Item> {
  const last = items[limit - 1];
  if (items.length <= limit || last === undefined) return { items, nextCursor: null };
  return {
    items: items.slice(0, limit),
    nextCursor: cursorOf(position(last)),
  };
}

/** The cursor of a list that continues after these sort values. */
export function cursorOf(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}
