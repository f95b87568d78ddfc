import { parseExactly } from '@connectory/exact-json';
import { expect, it } from 'vitest';
import { encodeCursor } from '../../src/query/cursor.ts';
import { normalizeRecord } from '../../src/query/normalize-record.ts';
import { parseSearch } from '../../src/query/parse-search.ts';
import type { ContextStore, StoredRecord, StoreScope } from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';
import type { Fill } from './search-suite.ts';
import { field } from './tickets.ts';

const fees: EntityLayout = {
  connector: 'test-connector',
  entity: 'fees',
  fields: [field('id', 'integer'), field('amount', 'decimal'), field('detail', 'object', { fee: 'decimal' })],
};

const ids = [-(2n ** 80n), -(2n ** 53n) - 1n, -(2n ** 53n), -7, 0, 7, 2n ** 53n, 2n ** 53n + 1n, 2n ** 64n, 2n ** 80n];
/** In the order of their values; the first two and the last three are invalid. */
const amounts = ['1,5', null, '-0.5', '1.10', '1.1', '9.50', '19.99', '12345678901234567890.01', 'about 5', '', '5.'];

const byId = ids.map((id, index) => normalizeRecord(fees, { id, detail: { ids: [id] } }, `k${index}`));
const byAmount = amounts.map((amount, index) =>
  normalizeRecord(fees, { id: index, amount, detail: { fee: amount } }, `k${index}`),
);

const visits: EntityLayout = {
  connector: 'test-connector',
  entity: 'visits',
  fields: [
    field('id', 'integer'),
    field('at', 'string:iso-8601'),
    field('seen', 'integer:unix-seconds'),
    field('detail', 'object', { at: 'string:iso-8601' }),
  ],
};

/** In the order of their instants; the third and the fourth are the same, and the last three are invalid. */
const times = [
  '1969-12-31T23:59:59.5Z',
  '2024-11-03T01:30:00-04:00',
  '2024-11-03T06:10:00Z',
  '2024-11-03T01:10:00.000-05:00',
  '2024-11-03T06:10:00.000000001Z',
  '2024-11-03 06:10:01',
  '2024-11-04',
  null,
  'soon',
  '2024-11-31T00:00:00Z',
];

const byTime = times.map((at, index) =>
  normalizeRecord(
    visits,
    { id: index, at, seen: index === 9 ? null : 1_730_614_200 + index, detail: { at } },
    `k${index}`,
  ),
);

/** How every store compares, sorts and returns integers beyond 2^53, decimals and times. */
export function describeValues(store: () => ContextStore, filled: Fill): void {
  async function found(scope: StoreScope, params: object): Promise<readonly unknown[]> {
    const { layout } = scope;
    const values: unknown[] = [];
    for (let cursor: string | null = null; ; ) {
      const query = parseSearch({ query: {}, limit: 2, ...params, ...(cursor !== null && { cursor }) }, layout);
      const { records, next } = await store().search(scope, query);
      values.push(...records.map((record) => (parseExactly(record) as { id: unknown }).id));
      if (next === null) return values;
      cursor = encodeCursor(next, query);
    }
  }

  it('tell integers apart that are the same double', async () => {
    const scope = await filled(byId, fees);
    for (const id of ids) {
      expect(await found(scope, { query: { filter: { eq: { id } } } })).toEqual([id]);
      expect(await found(scope, { query: { filter: { contains: { 'detail.ids': id } } } })).toEqual([id]);
      const less = ids.filter((other) => other < id);
      const sort = [{ id: 'asc' }];
      expect(await found(scope, { query: { filter: { lt: { id } }, sort } })).toEqual(less);
      expect(await found(scope, { query: { filter: { not: { lt: { id } } }, sort } })).toEqual(ids.slice(less.length));
    }
    expect(await found(scope, { query: { sort: [{ id: 'desc' }] } })).toEqual(ids.toReversed());
    expect(await found(scope, { query: { filter: { in: { id: [2n ** 53n + 1n, -7] } } } })).toEqual([
      -7,
      2n ** 53n + 1n,
    ]);
  });

  it('keep every digit of an integer, and see when one changes', async () => {
    const scope = await filled(byId, fees);
    expect(await store().listRecords(scope, null, 100)).toEqual(byId);
    const { records } = await store().search(
      scope,
      parseSearch({ query: { filter: { eq: { id: 2n ** 80n } } } }, fees),
    );
    expect(records.map((record) => record.replaceAll(' ', ''))).toEqual([
      '{"id":1208925819614629174706176,"amount":null,"detail":{"ids":[1208925819614629174706176]}}',
    ]);
    const changed = normalizeRecord(fees, { id: 2n ** 80n + 1n }, byId.at(-1)?.key ?? '');
    const page = { records: [...byId.slice(0, -1), changed], generation: 2, checkpoint: null };
    expect(await store().writePage(scope, page)).toEqual({
      added: 0,
      changed: 1,
      unchanged: ids.length - 1,
      removed: 0,
    });
  });

  it.each(['amount', 'detail.fee'])('compare and order decimals by their value: %s', async (name) => {
    const scope = await filled(byAmount, fees);
    const find = (condition: object, sort: readonly object[] = []) =>
      found(scope, { query: { filter: condition, sort } });
    expect(await find({ eq: { [name]: '1.100' } })).toEqual([3, 4]);
    expect(await find({ eq: { [name]: 1.1 } })).toEqual([3, 4]);
    expect(await find({ in: { [name]: ['950e-2', -0.5, '7'] } })).toEqual([2, 5]);
    expect(await find({ lt: { [name]: '19.99' } }, [{ [name]: 'desc' }])).toEqual([5, 3, 4, 2]);
    expect(await find({ gt: { [name]: '12345678901234567890' } })).toEqual([7]);
    expect(await find({ eq: { [name]: null } })).toEqual([0, 1, 10, 8, 9]);
    expect(await found(scope, { query: { sort: [{ [name]: 'asc' }] } })).toEqual([2, 3, 4, 5, 6, 7, 0, 1, 10, 8, 9]);
  });

  it('search decimals as the vendor wrote them', async () => {
    const scope = await filled(byAmount, fees);
    for (const name of ['amount', 'detail.fee']) {
      const find = (condition: object) => found(scope, { query: { filter: condition } });
      expect(await find({ like: { [name]: '%.1%' } })).toEqual([3, 4]);
      expect(await find({ like: { [name]: '1.10' } })).toEqual([3]);
      expect(await find({ keyword: { [name]: 'ABOUT' } })).toEqual([8]);
      expect(await find({ fuzzy: { [name]: 'abuot' } })).toEqual([]);
      expect(await find({ fuzzy: { [name]: 'abot' } })).toEqual([8]);
    }
  });

  it.each(['at', 'detail.at'])('compare and order times by their instant, whatever their offset: %s', async (name) => {
    const scope = await filled(byTime, visits);
    const find = (condition: object, sort: readonly object[] = []) =>
      found(scope, { query: { filter: condition, sort } });
    expect(await find({ gte: { [name]: '2024-11-03T06:00:00Z' } })).toEqual([2, 3, 4, 5, 6]);
    expect(await find({ lt: { [name]: '2024-11-03T05:00:00Z' } })).toEqual([0]);
    expect(await find({ eq: { [name]: '2024-11-03T07:10:00+01:00' } })).toEqual([2, 3]);
    expect(await find({ neq: { [name]: '2024-11-03T06:10:00.000000001Z' } })).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
    expect(await find({ in: { [name]: ['2024-11-03T05:30Z', '2024-11-04T00:00:00Z'] } })).toEqual([1, 6]);
    expect(await find({ lte: { [name]: '1970-01-01' } })).toEqual([0]);
    expect(await find({ eq: { [name]: null } })).toEqual([7, 8, 9]);
    expect(await found(scope, { query: { sort: [{ [name]: 'desc' }] } })).toEqual([6, 5, 4, 2, 3, 1, 0, 7, 8, 9]);
    expect(await find({ like: { [name]: '%-05:00' } })).toEqual([3]);
    expect(await find({ keyword: { [name]: 'soon' } })).toEqual([8]);
  });

  it('compare Unix times with numbers, digits and ISO 8601', async () => {
    const scope = await filled(byTime, visits);
    for (const seen of [1_730_614_207, '1730614207', '2024-11-03T06:10:07Z', '2024-11-03T01:10:07.000-05:00']) {
      expect(await found(scope, { query: { filter: { gte: { seen } }, sort: [{ seen: 'desc' }] } })).toEqual([8, 7]);
    }
  });

  it('return times as the vendor wrote them', async () => {
    const scope = await filled(byTime, visits);
    const { records } = await store().search(scope, parseSearch({ query: {}, fields: ['at', 'seen'] }, visits));
    const written = byTime.map(({ document: { at = null, seen = null } }) => ({ at, seen }));
    expect(records.map((record) => JSON.parse(record) as unknown)).toEqual(written);
    expect(await store().listRecords(scope, null, 100)).toEqual(byTime);
  });

  it('answer decimals as the vendor wrote them', async () => {
    const scope = await filled(byAmount, fees);
    const { records } = await store().search(scope, parseSearch({ query: {}, fields: ['amount'] }, fees));
    const written = records.map((record) => (JSON.parse(record) as { amount: unknown }).amount);
    const inKeyOrder = byAmount.toSorted((one: StoredRecord, other: StoredRecord) => (one.key < other.key ? -1 : 1));
    expect(written).toEqual(inKeyOrder.map(({ document }) => document.amount ?? null));
  });
}
