import { expect, it } from 'vitest';
import { orders } from '../../test/query/orders.ts';
import { aggregateInMemory } from './aggregate-in-memory.ts';
import { missingMembers, sampledRecords } from './missing-members.ts';
import { normalizeRecord } from './normalize-record.ts';
import { parseSearch } from './parse-search.ts';

const record = (customer: object, id = 'o1') => normalizeRecord(orders, { id, customer }, id);

function warnings(filter: object, records = [record({ name: 'Ada', plan: { tier: 1 } })]): Promise<readonly string[]> {
  const query = parseSearch({ query: { filter } }, orders);
  return missingMembers(query, { rows: [], total: null }, () => Promise.resolve(records));
}

function aggregateWarnings(query: object): Promise<readonly string[]> {
  const records = [record({ name: 'Ada', plan: { tier: 1 } }), record({ name: 'Ben', plan: { tier: null } }, 'o2')];
  const parsed = parseSearch({ query }, orders);
  return missingMembers(parsed, aggregateInMemory(records, parsed), () => Promise.resolve(records));
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

it('names the members that an aggregation groups by or counts and that no record has', async () => {
  const values = { records: { count: '*' }, tiers: { count_distinct: 'customer.plan.teir' } };
  expect(await aggregateWarnings({ aggregate: { group_by: ['customer.nmae'], values } })).toEqual([
    'No record has customer.nmae. Did you mean customer.name?',
    'No record has customer.plan.teir. Did you mean customer.plan.tier?',
  ]);
  const tiers = { tiers: { count_distinct: 'customer.plan.tier' } };
  expect(await aggregateWarnings({ aggregate: { group_by: ['customer.name'], values: tiers } })).toEqual([]);
});

it('says nothing of a member that a record has, even if an aggregation of others finds none', async () => {
  const query = { filter: { eq: { id: 'o2' } }, aggregate: { values: { tiers: { count: 'customer.plan.tier' } } } };
  expect(await aggregateWarnings(query)).toEqual([]);
});
