import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchCases } from '../../test/query/arbitraries.ts';
import { orders } from '../../test/query/orders.ts';
import { bounds, sortedLength } from './bounds.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseSearch } from './parse-search.ts';
import { positionOf } from './search-in-memory.ts';

const query = { sort: [{ title: 'asc' }, { total: 'desc' }, { paid: 'asc' }] };
const search = parseSearch({ query }, orders);
const position = { values: ['Ä 😀', -0.5, null], key: 'o1' };

const isRefused = (cursor: unknown, params: object = { query }): boolean => {
  try {
    parseSearch({ ...params, cursor }, orders);
    return false;
  } catch (error) {
    return GatewayError.is(error, 'invalid_cursor') && error.errors[0]?.field === '/params/cursor';
  }
};

const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe('a cursor', () => {
  it('leads back to its position', () => {
    expect(decodeCursor(encodeCursor(position, search), search)).toEqual(position);
    fc.assert(
      fc.property(searchCases, ({ records, query: owner }) => {
        for (const record of records) {
          const place = positionOf(record, owner.sort);
          expect(decodeCursor(encodeCursor(place, owner), owner)).toEqual(place);
        }
      }),
    );
  });

  it('may be used with another limit and other fields', () => {
    const cursor = encodeCursor(position, search);
    expect(parseSearch({ query, cursor, limit: 3, fields: ['id'] }, orders).after).toEqual(position);
  });

  it('is refused by another query or entity', () => {
    const cursor = encodeCursor(position, search);
    expect(isRefused(cursor, { query: { ...query, filter: { eq: { id: 'o1' } } } })).toBe(true);
    expect(isRefused(cursor, { query: { sort: [{ title: 'desc' }, { total: 'desc' }, { paid: 'asc' }] } })).toBe(true);
    expect(() => parseSearch({ query, cursor }, { ...orders, entity: 'invoices' })).toThrow(GatewayError);
  });

  const [, fingerprint] = JSON.parse(Buffer.from(encodeCursor(position, search), 'base64url').toString());
  it.each([
    ['no text', 7],
    ['empty', ''],
    ['not base64', '???'],
    ['not JSON', 'abc'],
    ['no array', forged({})],
    ['another version', forged([2, fingerprint, 'o1', null, null, null])],
    ['another fingerprint', forged([1, 'x', 'o1', null, null, null])],
    ['no key', forged([1, fingerprint, null, null, null, null])],
    ['too few values', forged([1, fingerprint, 'o1', null, null])],
    ['too many values', forged([1, fingerprint, 'o1', null, null, null, null])],
    ['a value of another type', forged([1, fingerprint, 'o1', 'x', 'x', null])],
    ['an object as value', forged([1, fingerprint, 'o1', {}, null, null])],
    ['a text that is too long', forged([1, fingerprint, 'o1', 'x'.repeat(sortedLength + 1), null, null])],
    ['a text that is not stored so', forged([1, fingerprint, 'a\0', null, null, null])],
    ['another notation', `${encodeCursor(position, search)}=`],
    ['too long', 'A'.repeat(bounds.cursorLength + 1)],
  ])('is refused when it is %s', (_name, cursor) => {
    expect(isRefused(cursor)).toBe(true);
  });

  it('has room for the longest sort values', () => {
    const names = Array.from({ length: bounds.sortKeys }, (_, index) => `f${index}`);
    const layout = {
      ...orders,
      fields: names.map((name) => ({ name, type: 'string', absent: false, members: {} }) as const),
    };
    const wide = parseSearch({ query: { sort: names.map((name) => ({ [name]: 'asc' })) } }, layout);
    const values = Object.fromEntries(names.map((name) => [name, '\u0001'.repeat(5000)]));
    const place = positionOf(normalizeRecord(layout, values, '\u0001'.repeat(450)), wide.sort);
    expect(decodeCursor(encodeCursor(place, wide), wide)).toEqual(place);
  });
});
