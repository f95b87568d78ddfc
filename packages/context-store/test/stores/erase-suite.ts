import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../src/query/parse-search.ts';
import type { Change } from '../../src/stores/change-feed.ts';
import {
  type ContextStore,
  type MentionQuery,
  removedAtOnce,
  type StoredRecord,
  type StoreScope,
} from '../../src/stores/context-store.ts';
import { readFeed } from './replay.ts';
import type { Fill } from './search-suite.ts';
import { tenTickets, ticket, tickets } from './tickets.ts';

/** How every store finds and erases the records that mention something. `content` returns everything that is stored, as text. */
export function describeErasure(
  stores: () => readonly [ContextStore, ContextStore],
  filled: Fill,
  content: () => Promise<string>,
): void {
  const write = ({ connectionId, layout }: StoreScope, records: readonly StoredRecord[], generation: number) =>
    stores()[1].writePage({ connectionId, layout }, { records, generation, checkpoint: { page: generation } });
  const feedOf = ({ connectionId, layout }: StoreScope) => readFeed(stores()[1], connectionId, [layout]);
  const short = ({ kind, key, cause, before, after }: Change) => [kind, key, cause, before?.subject, after?.subject];

  async function mentioned(scope: StoreScope, query: Omit<MentionQuery, 'after'>): Promise<readonly string[]> {
    const keys: string[] = [];
    let looked = 0;
    for (let after: string | null = null; ; ) {
      const page = await stores()[0].findMentions(scope, { ...query, after });
      keys.push(...page.records.map(({ key }) => key));
      looked += page.looked;
      if (page.next === null) break;
      after = page.next;
    }
    expect(looked).toBe(await stores()[0].count(scope));
    return keys;
  }

  describe('records that mention', () => {
    it('a text in any case, or a value anywhere, are found with their documents', async () => {
      const address = 'Ada.O-Neill@Acme.example';
      const scope = await filled([
        ...tenTickets,
        ticket(20, { subject: `Please write to <${address}>.` }),
        ticket(21, { requester: { name: 'Ada', plan: { contact: address.toUpperCase() } } }),
        ticket(22, { tags: ['vip', 'a "quoted" one'] }),
        ticket(987_654),
      ]);
      expect(await mentioned(scope, { texts: [address.toLowerCase()], values: [] })).toEqual(['k0020', 'k0021']);
      expect(await mentioned(scope, { texts: [], values: ['987654'] })).toEqual(['k987654']);
      expect(await mentioned(scope, { texts: [], values: ['vip'] })).toEqual(['k0022']);
      expect(await mentioned(scope, { texts: [], values: ['a "quoted" one'] })).toEqual(['k0022']);
      expect(await mentioned(scope, { texts: [], values: ['vi', 'ada', '98765'] })).toEqual([]);
      expect(await mentioned(scope, { texts: [], values: [] })).toEqual([]);
      const { records } = await stores()[0].findMentions(scope, { texts: ['vip'], values: [], after: 'k0021' });
      expect(records).toEqual([ticket(22, { tags: ['vip', 'a "quoted" one'] })]);
    });

    it('are found in every part of a large copy', async () => {
      const many = Array.from({ length: 1_200 }, (_, number) =>
        ticket(number, number % 400 === 399 ? { subject: 'x@y.z' } : {}),
      );
      const scope = await filled(many);
      expect(await mentioned(scope, { texts: ['x@y.z'], values: [] })).toEqual(['k0399', 'k0799', 'k1199']);
    });

    it('are none before the first page', async () => {
      expect(await mentioned({ connectionId: randomUUID(), layout: tickets }, { texts: ['a'], values: [] })).toEqual(
        [],
      );
    });
  });

  describe('what is erased', () => {
    const none = { formerKeys: [] };

    it('is removed, and of the feed only the removal is left', async () => {
      const scope = await filled([ticket(1, { subject: 'one' }), ticket(2, { subject: 'two' })]);
      await write(scope, [ticket(1, { subject: 'one again' }), ticket(2, { subject: 'two again' })], 2);
      const before = await feedOf(scope);
      expect(await stores()[0].erase(scope, { ...none, keys: ['k0001', 'k9999'] })).toBe(1);
      expect(await stores()[1].listRecords(scope, null, 10)).toEqual([ticket(2, { subject: 'two again' })]);
      expect(await stores()[1].count(scope)).toBe(1);
      const after = await feedOf(scope);
      expect(after.map(short)).toEqual([
        ['added', 'k0002', 'pass', undefined, 'two'],
        ['changed', 'k0002', 'pass', 'two', 'two again'],
        ['removed', 'k0001', 'erasure', undefined, undefined],
      ]);
      expect(after.at(-1)).toMatchObject({ before: null, after: null, sequence: 5 });
      const page = await stores()[0].readChanges(scope.connectionId, {
        layouts: [scope.layout],
        from: { ...(await stores()[0].feedHead(scope.connectionId)), sequence: before.length },
        limit: 10,
      });
      expect(page).toMatchObject({ changes: [{ kind: 'removed', key: 'k0001' }], hasMore: false });
    });

    it('is in no table and no file', async () => {
      const address = 'grace.hopper@navy.example';
      const scope = await filled([
        ...tenTickets,
        ticket(31, { subject: `from ${address}`, tags: [address], requester: { name: address } }),
      ]);
      const search = { query: { filter: { contains: { tags: address } } } };
      await stores()[0].search(scope, parseSearch(search, scope.layout));
      await write(scope, [ticket(31, { subject: `to ${address}`, tags: [address, 'b'] })], 2);
      expect(await content()).toContain(address);
      await stores()[0].erase(scope, { ...none, keys: ['k0031'] });
      expect(await content()).not.toContain(address);
    });

    it('can be added again by a later pass', async () => {
      const scope = await filled([ticket(1), ticket(2)]);
      await stores()[0].erase(scope, { ...none, keys: ['k0001'] });
      await write(scope, [ticket(1), ticket(2)], 2);
      expect((await feedOf(scope)).map(({ kind, key }) => [kind, key])).toEqual([
        ['added', 'k0002'],
        ['removed', 'k0001'],
        ['added', 'k0001'],
      ]);
      const end = { range: null, generation: 2, checkpoint: { page: 3 }, unfinished: null };
      expect(await stores()[0].endPartition(scope, end)).toEqual({ removed: 0, finished: true });
    });

    it('was removed before: the feed has that it was removed, and no document', async () => {
      const scope = await filled([ticket(1, { subject: 'one' }), ticket(2)]);
      await stores()[0].apply(scope, { upserts: [], deletedKeys: ['k0001'], generation: 2, cause: 'event' });
      expect(await stores()[0].erase(scope, { keys: [], formerKeys: ['k0001'] })).toBe(0);
      expect((await feedOf(scope)).map(({ kind, key, before }) => [kind, key, before])).toEqual([
        ['added', 'k0002', null],
        ['removed', 'k0001', null],
      ]);
    });

    it('of a record that stays is every earlier version', async () => {
      const scope = await filled([ticket(1, { subject: 'of somebody' })]);
      await write(scope, [ticket(1, { subject: 'of nobody' })], 2);
      expect(await stores()[0].erase(scope, { keys: [], formerKeys: ['k0001'] })).toBe(0);
      expect((await feedOf(scope)).map(short)).toEqual([
        ['added', 'k0001', 'pass', undefined, 'of nobody'],
        ['changed', 'k0001', 'pass', 'of nobody', 'of nobody'],
      ]);
      expect(await stores()[0].count(scope)).toBe(1);
    });

    it('leaves other entities and connections as they are', async () => {
      const others = { ...tickets, entity: 'others' };
      const scope = await filled([ticket(1)]);
      const sibling = { ...scope, layout: others };
      await write(sibling, [ticket(1, {}, others)], 1);
      const stranger = await filled([ticket(1)]);
      await stores()[0].erase(scope, { ...none, keys: ['k0001'] });
      for (const untouched of [sibling, stranger]) {
        expect(await stores()[1].count(untouched)).toBe(1);
        expect(await feedOf(untouched)).toMatchObject([{ kind: 'added', after: { id: 1 } }]);
      }
    });

    it('makes the feed smaller, which goes on to be kept within its limits', async () => {
      const scope = await filled(Array.from({ length: 600 }, (_, number) => ticket(number)));
      await write(
        scope,
        Array.from({ length: 600 }, (_, number) => ticket(number, { subject: 'again' })),
        2,
      );
      const keys = Array.from({ length: 450 }, (_, number) => ticket(number).key);
      expect(keys.length).toBeLessThan(removedAtOnce);
      expect(await stores()[0].erase(scope, { ...none, keys })).toBe(450);
      const changes = await feedOf(scope);
      expect(changes).toHaveLength(150 + 150 + 450);
      expect(changes.filter(({ before, after }) => before === null && after === null)).toHaveLength(450);
    });
  });

  it('a feed is read from the oldest change that is kept', async () => {
    const scope = await filled([ticket(1)]);
    const page = await stores()[0].readChanges(scope.connectionId, { layouts: [tickets], from: 'oldest', limit: 5 });
    expect(page).toMatchObject({ state: 'read', changes: [{ kind: 'added' }], start: { sequence: 0 } });
  });
}
