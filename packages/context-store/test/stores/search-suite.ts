import { expect, it } from 'vitest';
import { aggregateInMemory } from '../../src/query/aggregate-in-memory.ts';
import { encodeCursor } from '../../src/query/cursor.ts';
import { normalizeRecord } from '../../src/query/normalize-record.ts';
import { parseSearch } from '../../src/query/parse-search.ts';
import { searchInMemory } from '../../src/query/search-in-memory.ts';
import { storedText } from '../../src/query/stored-text.ts';
import type { ContextStore, SearchPage, StoredRecord, StoreScope } from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';
import { hostileTexts } from './hostile-texts.ts';
import { field, tenTickets, ticket, tickets } from './tickets.ts';

/** Creates a copy with some records, by default tickets. */
export type Fill = (records?: readonly StoredRecord[], layout?: EntityLayout) => Promise<StoreScope>;

/** What every store has to find. */
export function describeSearches(store: () => ContextStore, filled: Fill): void {
  const search = (scope: StoreScope, params: object) =>
    store().search(scope, parseSearch({ query: {}, ...params }, scope.layout));

  it.each<[string, object]>([
    ['everything', {}],
    ['equality', { query: { filter: { eq: { status: 'open' } } } }],
    ['a negation', { query: { filter: { not: { gt: { score: 1 } } } } }],
    ['a range in order', { query: { filter: { gte: { score: 0.5 }, lt: { score: 2 } }, sort: [{ score: 'desc' }] } }],
    ['flags in order', { query: { sort: [{ is_open: 'asc' }, { id: 'desc' }] } }],
    ['a member', { query: { filter: { eq: { 'requester.city': 'Köln' } }, sort: [{ 'requester.name': 'asc' }] } }],
    ['an open member', { query: { filter: { in: { 'requester.plan': [1, '2'] } } } }],
    ['an element', { query: { filter: { contains: { tags: 'n2' } } } }],
    ['a part of a text', { query: { filter: { like: { subject: 'REF%order%' } } } }],
    ['a misspelt word', { query: { filter: { fuzzy: { subject: 'uberweisung' } } } }],
    ['fields', { fields: ['id', 'requester.city', 'gone'] }],
    ['an absent field', { query: { filter: { eq: { gone: null } }, sort: [{ gone: 'asc' }] } }],
    ['a first page', { query: { sort: [{ status: 'desc' }] }, limit: 4 }],
  ])('find %s', async (_, params) => {
    await expectAsInMemory(store(), await filled(), tenTickets, params);
  });

  const aggregate = { group_by: ['status'], values: { tickets: { count: '*' }, best: { max: 'score' } } };

  it('count and aggregate with the checkpoint of the state they saw, and say how', async () => {
    const scope = await filled();
    for (const params of [
      { query: {}, limit: 0 },
      { query: { filter: { like: { subject: '%refund%' } } }, limit: 0 },
      { query: { aggregate } },
      { query: { filter: { fuzzy: { subject: 'refnud' } }, aggregate, sort: [{ tickets: 'desc' }] }, limit: 1 },
      { query: { filter: { eq: { status: 'none' } }, aggregate } },
      { query: { filter: { eq: { status: 'none' } }, aggregate: { values: aggregate.values } } },
    ]) {
      const query = parseSearch(params, tickets);
      const expected = { ...aggregateInMemory(tenTickets, query), checkpoint: { page: 1 } };
      expect(await store().aggregate(scope, query)).toEqual(expected);
      expect((await store().explain(scope, query)).sql).not.toBe('');
    }
  });

  it('go through all pages, meeting each record once', async () => {
    const records = Array.from({ length: 60 }, (_, number) => ticket(number));
    const scope = await filled(records);
    for (const direction of ['asc', 'desc']) {
      for (const sort of [
        [{ score: direction }],
        [{ status: direction }],
        [{ status: direction }, { score: direction }],
        [],
      ]) {
        const params = { query: { filter: { neq: { status: 'closed' } }, sort }, limit: 7 };
        const all = searchInMemory(tickets, records, parseSearch({ ...params, limit: 1000 }, tickets)).records;
        const met: string[] = [];
        for (let cursor: string | null = null; ; ) {
          const query = parseSearch({ ...params, ...(cursor !== null && { cursor }) }, tickets);
          const page: SearchPage = await store().search(scope, query);
          met.push(...page.records);
          if (page.next === null) break;
          cursor = encodeCursor(page.next, query);
        }
        expect(met).toEqual(all);
      }
    }
  });

  it('find the place of a cursor whose record is gone', async () => {
    const scope = await filled();
    const params = { query: { sort: [{ created_at: 'asc' }] }, limit: 4 };
    const query = parseSearch(params, tickets);
    const { next } = await store().search(scope, query);
    expect(next?.key).toBe('k0003');
    await store().apply(scope, { upserts: [], deletedKeys: ['k0003', 'k0004'], generation: 1, cause: 'write' });
    const cursor = next === null ? '' : encodeCursor(next, query);
    const page = await search(scope, { ...params, cursor });
    expect(page.records.map((record) => JSON.parse(record).id)).toEqual([5, 6, 7, 8]);
  });

  it.each(hostileTexts)('take %j for nothing but text', async (text) => {
    // Manifests have well-formed names without empty parts.
    const isName = storedText(text) === text && !text.split('.').includes('');
    const name = isName ? text : 'plain';
    const hostile: EntityLayout = { ...tickets, fields: [field(name, 'string'), field('open', 'object')] };
    const records = [
      normalizeRecord(hostile, { [name]: text, open: { [name]: text } }, text),
      normalizeRecord(hostile, { [name]: 'other words', open: {} }, 'other'),
    ];
    const scope = await filled(records, hostile);
    const hasWord = /[\p{L}\p{N}]/u.test(text);
    for (const filter of [
      { eq: { [name]: text } },
      { in: { [name]: [text, 'x'] } },
      { like: { [name]: text } },
      { like: { [name]: `%${text}%` } },
      ...(hasWord ? [{ keyword: { [name]: text } }, { fuzzy: { [name]: text } }] : []),
      { eq: { [`open.${name}`]: text } },
      { like: { [`open.${name}`]: text } },
    ]) {
      await expectAsInMemory(store(), scope, records, { query: { filter, sort: [{ [name]: 'desc' }] }, limit: 1 });
    }
    const query = parseSearch({ query: {}, limit: 1 }, hostile);
    const cursor = encodeCursor({ values: [], key: storedText(text) }, query);
    await expectAsInMemory(store(), scope, records, { limit: 1, cursor });
    expect(await store().count(scope)).toBe(2);
  });

  it('tell their plan without operands', async () => {
    const scope = await filled();
    await store().endPass(scope, { pass: 1, checkpoint: null, summary: null });
    const found = await store().explain(scope, parseSearch({ query: { filter: { eq: { id: 4 } } } }, tickets));
    expect(found.scans).toBe(false);
    expect(found.steps.length).toBeGreaterThan(0);
    const filter = { like: { subject: 'canary' }, eq: { 'requester.canary': 'canary' } };
    const { sql } = await store().explain(scope, parseSearch({ query: { filter } }, tickets));
    expect(sql).not.toContain('canary');
  });
}

/** Expects the same result of a search from a store and the reference evaluator. */
export async function expectAsInMemory(
  store: ContextStore,
  scope: StoreScope,
  records: readonly StoredRecord[],
  params: object,
): Promise<void> {
  const query = parseSearch({ query: {}, ...params }, scope.layout);
  const expected = searchInMemory(scope.layout, records, query);
  const found = await store.search(scope, query);
  const values = (page: SearchPage) => page.records.map((record) => JSON.parse(record) as unknown);
  expect(values(found)).toEqual(values(expected));
  expect(found.next).toEqual(expected.next);
}
