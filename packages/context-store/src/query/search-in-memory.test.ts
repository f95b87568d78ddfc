import { parseExactly } from '@connectory/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchCases } from '../../test/query/arbitraries.ts';
import { orders } from '../../test/query/orders.ts';
import type { StoredRecord } from '../stores/context-store.ts';
import { bounds } from './bounds.ts';
import type { SearchQuery } from './condition.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { evaluate } from './evaluate.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseSearch } from './parse-search.ts';
import { compareRecords, searchInMemory } from './search-in-memory.ts';

const whole = (query: SearchQuery): SearchQuery => ({ ...query, after: null, limit: bounds.limit });

describe('pages', () => {
  it('have every match once, in order, whatever the limit', () => {
    fc.assert(
      fc.property(searchCases, fc.integer({ min: 1, max: 4 }), ({ layout, records, query }, limit) => {
        const all = searchInMemory(layout, records, whole(query));
        expect(all.next).toBeNull();
        const paged: string[] = [];
        let after: SearchQuery['after'] = null;
        do {
          const page = searchInMemory(layout, records, { ...query, limit, after });
          expect(page.records.length).toBe(Math.min(limit, all.records.length - paged.length));
          paged.push(...page.records);
          after = page.next && decodeCursor(encodeCursor(page.next, query), query);
        } while (after !== null);
        expect(paged).toEqual(all.records);
      }),
      { numRuns: 500 },
    );
  });

  it('go on at the same place when records before it come and go', () => {
    fc.assert(
      fc.property(searchCases, ({ layout, records, query }) => {
        const first = searchInMemory(layout, records, { ...query, after: null, limit: 1 });
        const rest = searchInMemory(layout, records, { ...whole(query), after: first.next });
        const remaining = records.filter(({ key }) => key !== first.next?.key);
        if (first.next === null) return;
        expect(searchInMemory(layout, remaining, { ...whole(query), after: first.next })).toEqual(rest);
      }),
    );
  });
});

describe('the order', () => {
  it('is total: the same for every order of the records', () => {
    fc.assert(
      fc.property(
        searchCases.chain(({ records, query }) =>
          fc.tuple(
            fc.constant(query.sort),
            fc.constant(records),
            fc.shuffledSubarray([...records], { minLength: records.length }),
          ),
        ),
        ([sort, records, shuffled]) => {
          const compare = compareRecords(sort);
          const keys = (list: readonly StoredRecord[]) => list.toSorted(compare).map(({ key }) => key);
          expect(keys(shuffled)).toEqual(keys(records));
          for (const one of records)
            for (const other of records)
              expect(Math.sign(compare(one, other))).toBe(0 - Math.sign(compare(other, one)));
        },
      ),
    );
  });

  const values = [
    { title: 'b' },
    { title: null },
    { title: 'B' },
    { title: '😀' },
    { title: '\uE000' },
    { title: 'b' },
  ];
  const records = values.map((value, index) => normalizeRecord(orders, value, `k${index}`));
  it.each([
    ['asc', ['k2', 'k0', 'k5', 'k4', 'k3', 'k1']],
    ['desc', ['k3', 'k4', 'k0', 'k5', 'k2', 'k1']],
  ])('%s has null last and equal ones by key', (direction, keys) => {
    const { sort } = parseSearch({ query: { sort: [{ title: direction }] } }, orders);
    expect(records.toSorted(compareRecords(sort)).map(({ key }) => key)).toEqual(keys);
  });

  it('looks at the first 200 code points, and takes values of another type for null', () => {
    const { sort } = parseSearch({ query: { sort: [{ title: 'asc' }, { 'customer.city': 'asc' }] } }, orders);
    const start = '😀'.repeat(200);
    const list = [
      normalizeRecord(orders, { title: `${start}b`, customer: { city: 7 } }, 'a'),
      normalizeRecord(orders, { title: `${start}a`, customer: { city: 'Bonn' } }, 'b'),
      normalizeRecord(orders, { title: `${'😀'.repeat(199)}!`, customer: null }, 'c'),
    ];
    expect(list.toSorted(compareRecords(sort)).map(({ key }) => key)).toEqual(['c', 'b', 'a']);
  });
});

describe('results', () => {
  it('are the records that satisfy the filter, with every search field in order', () => {
    fc.assert(
      fc.property(searchCases, ({ layout, records, query }) => {
        const { filter } = query;
        const found = searchInMemory(layout, records, { ...whole(query), fields: null }).records;
        const expected = records
          .filter(({ document }) => filter === null || evaluate(filter, document))
          .toSorted(compareRecords(query.sort))
          .map(({ document }) =>
            layout.fields.map(({ name }) => (Object.hasOwn(document, name) ? document[name] : null)),
          );
        expect(found.map((text) => Object.values(parseExactly(text) as object))).toEqual(expected);
      }),
    );
  });

  const document = { id: 'o1', customer: { name: 'Ada', geo: { lat: 1, lon: 2 }, 'a.b': 3, rank: 4 }, tags: ['x'] };
  it.each([
    [['id'], { id: 'o1' }],
    [['title', 'id'], { id: 'o1', title: null }],
    [['customer.geo.lat'], { customer: { geo: { lat: 1 } } }],
    [['customer.geo.lat', 'customer.name'], { customer: { geo: { lat: 1 }, name: 'Ada' } }],
    [['customer.geo', 'customer.geo.lat'], { customer: { geo: { lat: 1, lon: 2 } } }],
    [['customer.rank.x', 'customer.none'], { customer: { rank: null, none: null } }],
    [[['customer', 'a.b']], { customer: { 'a.b': 3 } }],
    [['tags'], { tags: ['x'] }],
  ])('with the fields %j are %j', (fields, expected) => {
    const query = parseSearch({ query: {}, fields }, orders);
    const [text = ''] = searchInMemory(orders, [normalizeRecord(orders, document, 'o1')], query).records;
    expect(text).toBe(JSON.stringify(expected));
  });
});
