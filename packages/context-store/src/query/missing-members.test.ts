import { expect, it } from 'vitest';
import { orders } from '../../test/query/orders.ts';
import { missingMembers, sampledRecords } from './missing-members.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseSearch } from './parse-search.ts';

const record = (customer: object, id = 'o1') => normalizeRecord(orders, { id, customer }, id);

function warnings(filter: object, records = [record({ name: 'Ada', plan: { tier: 1 } })]): Promise<readonly string[]> {
  const query = parseSearch({ query: { filter } }, orders);
  return query.filter === null ? Promise.resolve([]) : missingMembers(query.filter, () => Promise.resolve(records));
}

it('names the members that no record has, with the nearest name', async () => {
  expect(await warnings({ eq: { 'customer.paln.tier': 1 } })).toEqual(['No record has customer.paln.tier.']);
  expect(
    await warnings({ or: [{ eq: { 'customer.plan.teir': 1 } }, { not: { like: { 'customer.nmae': 'a' } } }] }),
  ).toEqual([
    'No record has customer.plan.teir. Did you mean customer.plan.tier?',
    'No record has customer.nmae. Did you mean customer.name?',
  ]);
});

it('says nothing about fields that are declared, that a record has, or that are below an element', async () => {
  expect(await warnings({ eq: { status: 'open', 'customer.city': 'Köln' } })).toEqual([]);
  expect(await warnings({ eq: { 'customer.plan.tier': 2 } })).toEqual([]);
  expect(await warnings({ any: { lines: { eq: { sku: 'A1' } } } })).toEqual([]);
  expect(await warnings({ eq: { 'customer.nmae': 'Ada' } }, [])).toEqual([]);
});

it('says when it has seen only some of the records', async () => {
  const records = Array.from({ length: sampledRecords }, (_, number) => record({ name: 'Ada' }, `o${number}`));
  expect(await warnings({ eq: { 'customer.nmae': 'Ada' } }, records)).toEqual([
    'None of the first 100 records has customer.nmae. Did you mean customer.name?',
  ]);
});
