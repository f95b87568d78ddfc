import { randomUUID } from 'node:crypto';
import type { DatabaseHost } from '@connectory/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSearch } from '../../src/query/parse-search.ts';
import type { ContextStore, FoundPage, StoredRecord, StoreScope } from '../../src/stores/context-store.ts';
import type { EntityLayout } from '../../src/stores/entity-layout.ts';
import { describeErasure } from './erase-suite.ts';
import { describeFeed, type OpenStore } from './feed-suite.ts';
import { describePasses } from './pass-suite.ts';
import { describeSearches, expectAsInMemory } from './search-suite.ts';
import { field, tenTickets, ticket, tickets } from './tickets.ts';
import { describeValues } from './values-suite.ts';
import { describeWholeReads } from './whole-suite.ts';

/** How a suite gets its stores. */
export interface StoreSuite {
  readonly startHost: () => Promise<DatabaseHost>;
  /** Opens a store by its name. Two open stores represent two processes. */
  readonly openStore: (name: string, options?: Parameters<OpenStore>[0]) => Promise<ContextStore>;
  /** Everything that the stores of a name keep, as text. */
  readonly contentOf: (name: string) => Promise<string>;
}

/** The requirements on every store, in addition to finding what the reference evaluator finds. Both dialects run it. */
export function describeContextStore(name: string, { startHost, openStore, contentOf }: StoreSuite): void {
  describe(name, () => {
    let host: DatabaseHost;
    let store: ContextStore;
    let other: ContextStore;
    let place: string;

    beforeAll(async () => {
      host = await startHost();
      place = await host.create();
      store = await openStore(place);
      other = await openStore(place);
    });

    afterAll(async () => {
      await Promise.all([store?.close(), other?.close()]);
      await host?.stop();
    });

    const newScope = (layout = tickets): StoreScope => ({ connectionId: randomUUID(), layout });

    async function filled(records: readonly StoredRecord[] = tenTickets, layout = tickets): Promise<StoreScope> {
      const scope = newScope(layout);
      await store.prepare(scope);
      await store.writePage(scope, { records, generation: 1, checkpoint: { page: 1 } });
      return scope;
    }

    function search(scope: StoreScope, params: object, by: ContextStore = store): Promise<FoundPage> {
      return by.search(scope, parseSearch({ query: {}, ...params }, scope.layout));
    }

    async function keysOf(scope: StoreScope, by: ContextStore = store): Promise<readonly string[]> {
      return (await by.listRecords(scope, null, 100_000)).map(({ key }) => key);
    }

    describe('before the first page', () => {
      it('has nothing', async () => {
        const scope = newScope();
        for (const prepare of [false, true]) {
          if (prepare) await store.prepare(scope);
          expect(await store.readCheckpoint(scope)).toBeNull();
          expect(await store.count(scope)).toBe(0);
          expect(await store.listRecords(scope, null, 10)).toEqual([]);
          const count = parseSearch({ query: { aggregate: { values: { n: { count: '*' } } } } }, tickets);
          const none = { rows: ['{"n":0}'], total: 0, hasMore: false, checkpoint: null };
          expect(await store.aggregate(scope, count)).toEqual(none);
          expect(await search(scope, {})).toEqual({ records: [], keys: [], next: null, checkpoint: null });
          expect(await store.explain(scope, parseSearch({ query: {} }, tickets))).toMatchObject({ scans: false });
        }
      });

      it('lets a drop of what is not there pass', async () => {
        await expect(store.dropConnection(randomUUID())).resolves.toBeUndefined();
      });
    });

    describe('members that accounts add', () => {
      const layoutWith = (members: EntityLayout['fields'][number]['members']): EntityLayout => ({
        connector: tickets.connector,
        entity: 'own_tickets',
        fields: [
          { name: 'id', type: 'string', absent: false, members: {} },
          { name: 'own_fields', type: 'object', absent: false, members, own: true },
        ],
      });
      const record = (id: string, due: string): StoredRecord => ({
        key: JSON.stringify([id]),
        document: { id, own_fields: { due } },
      });
      const byDue = { query: { sort: [{ 'own_fields.due': 'asc' }] }, fields: ['id'] };
      const ids = ({ records }: FoundPage) => records.map((text) => (JSON.parse(text) as { id: string }).id);

      it('have the types of their own connection', async () => {
        const dates = await filled(
          [record('a', 'Tue, 03 Feb 2026 00:00:00 +0000'), record('b', 'Mon, 05 Jan 2026 00:00:00 +0000')],
          layoutWith({ due: 'string:rfc-2822' }),
        );
        const decimals = await filled([record('a', '10.5'), record('b', '9')], layoutWith({ due: 'decimal' }));
        const texts = await filled([record('a', '10.5'), record('b', '9')], layoutWith({ due: 'string' }));
        expect(ids(await search(dates, byDue))).toEqual(['b', 'a']);
        expect(ids(await search(decimals, byDue))).toEqual(['b', 'a']);
        expect(ids(await search(texts, byDue))).toEqual(['a', 'b']);
      });

      it('are searched as times once they are discovered and read again', async () => {
        const records = [
          record('a', 'Tue, 03 Feb 2026 00:00:00 +0000'),
          record('b', 'Mon, 05 Jan 2026 00:00:00 +0000'),
        ];
        const { connectionId } = await filled(records, layoutWith({}));
        const scope = { connectionId, layout: layoutWith({ due: 'string:rfc-2822' }) };
        await store.prepare(scope);
        await store.writePage(scope, { records, generation: 2, checkpoint: { page: 2 } });
        expect(ids(await search(scope, byDue))).toEqual(['b', 'a']);
      });
    });

    describe('pages', () => {
      it('tells what a page added, changed and left alone, and keeps its checkpoint', async () => {
        const scope = await filled();
        const changed = ticket(3, { status: 'solved' });
        const records = [...tenTickets.slice(0, 3), changed, ticket(10)];
        const outcome = await store.writePage(scope, { records, generation: 2, checkpoint: { page: [2, 'ü'] } });
        expect(outcome).toEqual({ added: 1, changed: 1, unchanged: 3, removed: 0 });
        expect(await store.readCheckpoint(scope)).toEqual({ page: [2, 'ü'] });
        expect(await store.count(scope)).toBe(11);
        expect(await store.listRecords(scope, 'k0002', 2)).toEqual([changed, tenTickets[4]]);
        await expectAsInMemory(store, scope, [...tenTickets.toSpliced(3, 1, changed), ticket(10)], {
          query: { filter: { keyword: { subject: 'refund refunds' } } },
        });
      });

      it('removes the records that a page says are deleted, and counts those that there were', async () => {
        const scope = await filled();
        const goneKeys = ['k0001', 'k0004', 'k9999'];
        const page = { records: [ticket(10)], goneKeys, generation: 2, checkpoint: { page: 2 } };
        expect(await store.writePage(scope, page)).toEqual({ added: 1, changed: 0, unchanged: 0, removed: 2 });
        expect(await store.count(scope)).toBe(9);
        expect(await keysOf(scope)).not.toContain('k0004');
        await expectAsInMemory(store, scope, [...tenTickets.filter(({ key }) => !goneKeys.includes(key)), ticket(10)], {
          query: { filter: { keyword: { subject: 'refund refunds' } } },
        });
      });

      it('takes the last of several records with one key', async () => {
        const scope = newScope();
        const records = ['first', 'second', 'second'].map((subject) => ticket(1, { subject }));
        expect(await store.writePage(scope, { records, generation: 1, checkpoint: null })).toEqual({
          added: 1,
          changed: 1,
          unchanged: 1,
          removed: 0,
        });
        expect((await search(scope, { query: { filter: { keyword: { subject: 'first' } } } })).records).toEqual([]);
        expect((await search(scope, { query: { filter: { keyword: { subject: 'second' } } } })).records).toHaveLength(
          1,
        );
      });

      it('keeps an empty page and a checkpoint of its own', async () => {
        const scope = newScope();
        const outcome = await store.writePage(scope, { records: [], generation: 1, checkpoint: { done: true } });
        expect(outcome).toEqual({ added: 0, changed: 0, unchanged: 0, removed: 0 });
        expect(await store.readCheckpoint(scope)).toEqual({ done: true });
        await store.writeCheckpoint(scope, { later: [1] });
        expect(await store.readCheckpoint(scope)).toEqual({ later: [1] });
        expect(await store.count(scope)).toBe(0);
      });

      it('keeps a checkpoint that comes before everything else', async () => {
        const scope = newScope();
        await store.writeCheckpoint(scope, { waiting: true });
        expect(await store.readCheckpoint(scope)).toEqual({ waiting: true });
      });

      it('lists records by the code points of their keys, with documents without null', async () => {
        const keys = ['', 'a', 'B', 'ä', '\uffff', '😀', 'a\u0001', 'aa', '"', "'", '%', '\\'];
        const records = keys.map((key) => ({ ...ticket(1, { tags: null }), key }));
        const scope = await filled(records);
        const inOrder = records.toSorted((one, next) => Buffer.compare(Buffer.from(one.key), Buffer.from(next.key)));
        expect(await store.listRecords(scope, null, 100)).toEqual(inOrder);
        const paged: StoredRecord[] = [];
        for (let after: string | null = null; ; ) {
          const page: readonly StoredRecord[] = await store.listRecords(scope, after, 5);
          paged.push(...page);
          if (page.length < 5) break;
          after = page.at(-1)?.key ?? null;
        }
        expect(paged).toEqual(inOrder);
      });

      it('keeps long and unusual texts as they are', async () => {
        const subject = `${'long word '.repeat(20_000)}${'x'.repeat(40_000)} 𝒳ÿ\u2028 </script> \\u0041 "'`;
        const scope = await filled([ticket(1, { subject }), ticket(2)]);
        expect(JSON.parse((await search(scope, {})).records[0] ?? '')).toMatchObject({ subject });
        const found = await search(scope, { query: { filter: { fuzzy: { subject: 'lang xxxxxxxxxxxx' } } } });
        expect(found.records).toHaveLength(1);
      });
    });

    describe('a search', () => {
      it.each([
        ['everything', {}],
        ['a value', { filter: { eq: { status: 'open' } } }],
        ['an order', { sort: [{ score: 'desc' }] }],
        ['a misspelt word', { filter: { fuzzy: { subject: 'refumd' } } }],
        ['nothing', { filter: { eq: { id: -1 } } }],
      ])('for %s brings the checkpoint', async (_, query) => {
        const scope = await filled();
        expect((await search(scope, { query })).checkpoint).toEqual({ page: 1 });
        await other.writeCheckpoint(scope, { errors: ['ü'] });
        expect((await search(scope, { query })).checkpoint).toEqual({ errors: ['ü'] });
      });

      it('finds the records of its checkpoint while another process writes', async () => {
        const scope = newScope();
        await store.writeCheckpoint(scope, { page: 0 });
        const pages = 40;
        const written = (async () => {
          for (let page = 1; page <= pages; page += 1) {
            const records = [ticket(page, { subject: 'kangaroo' })];
            await other.writePage(scope, { records, generation: 1, checkpoint: { page } });
          }
        })();
        const pageOf = ({ checkpoint }: FoundPage) => (checkpoint as { readonly page: number }).page;
        for (let page = 0; page < pages; ) {
          const whole = await search(scope, {});
          expect(whole.records).toHaveLength(pageOf(whole));
          const misspelt = await search(scope, { query: { filter: { fuzzy: { subject: 'kangarou' } } } });
          expect(misspelt.records.length).toBeGreaterThanOrEqual(pageOf(misspelt));
          page = pageOf(misspelt);
        }
        await written;
      });
    });

    describePasses(() => [store, other], filled);
    describeFeed(
      () => [store, other],
      (options) => openStore(place, options),
    );

    describe('single changes', () => {
      it('are found at once', async () => {
        const scope = await filled();
        const upserts = [ticket(4, { subject: 'Entirely new' }), ticket(30)];
        await store.apply(scope, { upserts, deletedKeys: ['k0000'], generation: 1, cause: 'write' });
        const now = [...tenTickets.slice(1).toSpliced(3, 1, ticket(4, { subject: 'Entirely new' })), ticket(30)];
        await expectAsInMemory(store, scope, now, {});
        await expectAsInMemory(store, scope, now, { query: { filter: { keyword: { subject: 'entirely' } } } });
        expect(await store.readCheckpoint(scope)).toEqual({ page: 1 });
      });
    });

    describe('connections', () => {
      it('see nothing of each other', async () => {
        const [one, next] = [await filled(), await filled([ticket(1)])];
        expect(await store.count(one)).toBe(10);
        expect((await search(next, {})).records).toHaveLength(1);
        await store.dropConnection(one.connectionId);
        expect(await store.count(one)).toBe(0);
        expect(await store.readCheckpoint(one)).toBeNull();
        const layouts = [{ ...tickets, entity: 'never' }, tickets];
        expect(await store.readCheckpoints(one.connectionId, layouts)).toEqual([null, null]);
        expect(await store.readCheckpoints(next.connectionId, layouts)).toEqual([null, { page: 1 }]);
        expect((await search(one, { query: { filter: { fuzzy: { subject: 'refund' } } } })).records).toEqual([]);
        expect(await keysOf(next)).toEqual(['k0001']);
      });

      it('can be filled again after a drop', async () => {
        const scope = await filled();
        await store.dropConnection(scope.connectionId);
        await store.prepare(scope);
        const page = { records: [ticket(1)], generation: 1, checkpoint: { again: true } };
        expect(await store.writePage(scope, page)).toEqual({ added: 1, changed: 0, unchanged: 0, removed: 0 });
        const found = await search(scope, { query: { filter: { fuzzy: { subject: 'Uberweisung' } } } });
        expect(found.records).toHaveLength(1);
      });

      it.each(['', 'demo', '../../etc/passwd', `${randomUUID()}/..`, randomUUID().toUpperCase(), `${randomUUID()}'`])(
        'have UUIDs: %j is refused',
        async (connectionId) => {
          const scope = { connectionId, layout: tickets };
          await expect(store.prepare(scope)).rejects.toThrow(/UUID/);
          await expect(store.count(scope)).rejects.toThrow(/UUID/);
          await expect(store.dropConnection(connectionId)).rejects.toThrow(/UUID/);
        },
      );

      it.each(['', 'no spaces', 'x"; drop table', 'Größe', 'a'.repeat(101)])(
        'have entities with plain names: %j is refused',
        async (entity) => {
          await expect(store.prepare(newScope({ ...tickets, entity }))).rejects.toThrow(TypeError);
        },
      );
    });

    describe('layouts', () => {
      const grown: EntityLayout = {
        ...tickets,
        fields: [field('channel', 'string'), ...tickets.fields.filter(({ name: known }) => known !== 'status')],
      };

      it('that are prepared again change nothing', async () => {
        const scope = await filled();
        await store.prepare(scope);
        await other.prepare(scope);
        await expectAsInMemory(store, scope, tenTickets, {});
      });

      it('may gain and lose fields', async () => {
        const scope = await filled();
        const after = { ...scope, layout: grown };
        await store.prepare(after);
        const [first] = (await search(after, {})).records;
        expect(Object.keys(JSON.parse(first ?? ''))).toEqual(grown.fields.map(({ name: known }) => known));
        expect(JSON.parse(first ?? '')).toMatchObject({ channel: null, id: 0 });
        const records = tenTickets.map((_, number) => ticket(number, { channel: `Line ${number}` }, grown));
        const outcome = await store.writePage(after, { records, generation: 2, checkpoint: null });
        expect(outcome).toMatchObject({ added: 0, changed: 10 });
        await expectAsInMemory(store, after, records, { query: { filter: { keyword: { channel: '7' } } } });
        await expectAsInMemory(store, after, records, { query: { sort: [{ channel: 'desc' }] } });
      });

      it('may give a field another type', async () => {
        const scope = await filled();
        const fields = tickets.fields.map((one) => (one.name === 'id' ? field('id', 'string') : one));
        const after = { ...scope, layout: { ...tickets, fields } };
        await store.prepare(after);
        const records = tenTickets.map((_, number) => ticket(number, {}, after.layout));
        await store.writePage(after, { records, generation: 2, checkpoint: null });
        await expectAsInMemory(store, after, records, {
          query: { filter: { gte: { id: '5' } }, sort: [{ id: 'desc' }] },
        });
      });

      it('may declare a field and a member to be times', async () => {
        const written = (number: number, layout: EntityLayout) => {
          const at = `2026-01-01T0${number}:00:00+0${9 - number}:00`;
          return ticket(number, { created_at: at, requester: { name: at } }, layout);
        };
        const numbers = tenTickets.map((_, number) => number);
        const scope = await filled(numbers.map((number) => written(number, tickets)));
        await store.endPass(scope, { pass: 1, checkpoint: null, summary: null });
        const fields = tickets.fields.map((one) => {
          if (one.name === 'created_at') return field('created_at', 'string:iso-8601');
          return one.name === 'requester' ? field('requester', 'object', { name: 'string:iso-8601' }) : one;
        });
        const after = { ...scope, layout: { ...tickets, fields } };
        await store.prepare(after);
        const records = numbers.map((number) => written(number, after.layout));
        await store.writePage(after, { records, generation: 2, checkpoint: null });
        await store.endPass(after, { pass: 2, checkpoint: null, summary: null });
        for (const name of ['created_at', 'requester.name']) {
          await expectAsInMemory(store, after, records, {
            query: { filter: { gte: { [name]: '2025-12-31T20:00:00Z' } }, sort: [{ [name]: 'desc' }] },
          });
        }
      });
    });

    describe('searches', () => describeSearches(() => store, filled));
    describe('values', () => describeValues(() => store, filled));
    describeWholeReads(() => [store, other], filled);
    describeErasure(
      () => [store, other],
      filled,
      () => contentOf(place),
    );

    describe('two processes', () => {
      it('see what the other one wrote', async () => {
        const scope = await filled();
        expect(await keysOf(scope, other)).toHaveLength(10);
        const upserts = [ticket(11, { subject: 'kangaroo' })];
        await other.apply(scope, { upserts, deletedKeys: ['k0000'], generation: 1, cause: 'write' });
        await other.writeCheckpoint(scope, { by: 'other' });
        expect(await store.readCheckpoint(scope)).toEqual({ by: 'other' });
        const found = await search(scope, { query: { filter: { fuzzy: { subject: 'kangarou' } } } });
        expect(found.records).toHaveLength(1);
        await other.dropConnection(scope.connectionId);
        expect(await store.count(scope)).toBe(0);
        await store.writePage(scope, { records: [ticket(1)], generation: 1, checkpoint: null });
        expect(await keysOf(scope, other)).toEqual(['k0001']);
      });

      it('write the same records at once', async () => {
        const scope = newScope();
        const records = Array.from({ length: 120 }, (_, number) => ticket(number));
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, (_, turn) => {
            const part = records.slice((turn % 4) * 30, (turn % 4) * 30 + 60);
            const page = { records: turn % 3 === 0 ? part : part.toReversed(), generation: 1, checkpoint: { turn } };
            return (turn % 2 === 0 ? store : other).writePage(scope, page);
          }),
        );
        expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(120);
        expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(0);
        expect(await store.listRecords(scope, null, 1000)).toEqual(records);
      });
    });
  });
}
