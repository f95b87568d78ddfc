import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Change,
  type ChangePage,
  type ChangeRetention,
  emptyFeed,
  type FeedPosition,
} from '../../src/stores/change-feed.ts';
import type { ContextStore, StoredRecord, StoreScope } from '../../src/stores/context-store.ts';
import { readFeed, replay } from './replay.ts';
import { tenTickets, ticket, tickets } from './tickets.ts';

type ReadPage = Extract<ChangePage, { state: 'read' }>;

const others = { ...tickets, entity: 'others' };
const hour = 3_600_000;

/** Opens a further store on the place of the suite. */
export type OpenStore = (options: {
  readonly retention?: ChangeRetention;
  readonly onChange?: (connectionId: string) => void;
}) => Promise<ContextStore>;

/** The requirements on the feed of a store. Both stores have the same location. */
export function describeFeed(stores: () => readonly [ContextStore, ContextStore], openStore: OpenStore): void {
  let store: ContextStore;
  let other: ContextStore;
  const opened: ContextStore[] = [];
  beforeAll(() => {
    [store, other] = stores();
  });
  afterAll(() => Promise.all(opened.map((one) => one.close())));

  const open: OpenStore = async (options) => {
    const one = await openStore(options);
    opened.push(one);
    return one;
  };
  const newScope = (): StoreScope => ({ connectionId: randomUUID(), layout: tickets });
  const write = (scope: StoreScope, records: readonly StoredRecord[], generation = 1, by = store) =>
    by.writePage(scope, { records, generation, checkpoint: null });
  const remove = ({ connectionId }: StoreScope, layout: StoreScope['layout'], generation: number, by = store) =>
    by.endPartition({ connectionId, layout }, { range: null, generation, checkpoint: null, unfinished: null });

  async function read(scope: StoreScope, from: FeedPosition | { at: number } | null = null, limit = 1_000) {
    const page = await store.readChanges(scope.connectionId, { layouts: [tickets, others], from, limit });
    if (page.state !== 'read') throw new Error('The feed has expired.');
    return page;
  }

  const readAll = (scope: StoreScope, limit = 1_000, by = store) =>
    readFeed(by, scope.connectionId, [tickets, others], limit);

  const short = ({ sequence, kind, key, fields }: Change) => [sequence, kind, key, ...fields];

  describe('the feed', () => {
    it('is empty before the first change, and its cursor is good for what follows', async () => {
      const scope = newScope();
      const nothing: ReadPage = {
        state: 'read',
        changes: [],
        start: emptyFeed,
        position: emptyFeed,
        hasMore: false,
      };
      expect(await read(scope)).toEqual(nothing);
      expect(await store.feedHead(scope.connectionId)).toEqual(emptyFeed);
      await write(scope, [ticket(1)]);
      expect((await read(scope, emptyFeed)).changes).toHaveLength(1);
    });

    it('has the records that a page says are deleted as removed', async () => {
      const scope = newScope();
      await write(scope, [ticket(1), ticket(2)]);
      const page = { records: [], goneKeys: [ticket(1).key, 'k9999'], generation: 2, checkpoint: null };
      await store.writePage(scope, page);
      const { changes, position } = await read(scope);
      expect(changes.slice(2)).toMatchObject([{ kind: 'removed', key: ticket(1).key, cause: 'pass' }]);
      expect(await store.feedHead(scope.connectionId)).toEqual(position);
    });

    it('has each record that was added, changed or removed, with its documents', async () => {
      const scope = newScope();
      const begun = Date.now();
      await write(scope, [ticket(1), ticket(2), ticket(3)]);
      const solved = ticket(2, { status: 'solved', score: 9, tags: null });
      await write(scope, [ticket(1), solved], 2);
      await remove(scope, tickets, 2);
      const { changes, position, hasMore } = await read(scope);
      expect(changes.map(short)).toEqual([
        [1, 'added', 'k0001'],
        [2, 'added', 'k0002'],
        [3, 'added', 'k0003'],
        [4, 'changed', 'k0002', 'status', 'score', 'tags'],
        [5, 'removed', 'k0003'],
      ]);
      expect(changes.map(({ before, after }) => [before, after])).toEqual([
        [null, ticket(1).document],
        [null, ticket(2).document],
        [null, ticket(3).document],
        [ticket(2).document, solved.document],
        [ticket(3).document, null],
      ]);
      expect([hasMore, position]).toEqual([false, await store.feedHead(scope.connectionId)]);
      expect(position.sequence).toBe(5);
      for (const { at, cause, entity } of changes) {
        expect([cause, entity]).toEqual(['pass', 'tickets']);
        expect(at).toBeGreaterThanOrEqual(begun);
      }
    });

    it('says what a write of this gateway and an event changed, and nothing of what is not there', async () => {
      const scope = newScope();
      await write(scope, [ticket(1), ticket(2)]);
      const upserts = [ticket(2, { status: 'solved' }), ticket(3)];
      await store.apply(scope, { upserts, deletedKeys: ['k0001', 'k9999'], generation: 1, cause: 'write' });
      await other.apply(scope, { upserts: [ticket(3)], deletedKeys: ['k0002'], generation: 1, cause: 'event' });
      const changes = (await readAll(scope)).slice(2);
      expect(changes.map((change) => [change.cause, ...short(change)])).toEqual([
        ['write', 3, 'changed', 'k0002', 'status'],
        ['write', 4, 'added', 'k0003'],
        ['write', 5, 'removed', 'k0001'],
        ['event', 6, 'removed', 'k0002'],
      ]);
      expect(changes.at(-1)?.before).toEqual(upserts[0]?.document);
    });

    it('is one of all entities of a connection, and can be read of some', async () => {
      const scope = newScope();
      const { connectionId } = scope;
      await write(scope, [ticket(1)]);
      await write({ connectionId, layout: others }, [ticket(2, {}, others)]);
      await write(scope, [ticket(3)]);
      expect((await readAll(scope)).map(({ entity, sequence }) => [entity, sequence])).toEqual([
        ['tickets', 1],
        ['others', 2],
        ['tickets', 3],
      ]);
      const page = await store.readChanges(connectionId, { layouts: [others], from: null, limit: 10 });
      expect(page).toMatchObject({ changes: [{ key: 'k0002' }], position: { sequence: 3 }, hasMore: false });
      const never = { ...tickets, entity: 'never' };
      const none = await store.readChanges(connectionId, { layouts: [never], from: null, limit: 10 });
      expect(none).toMatchObject({ changes: [], position: { sequence: 3 }, hasMore: false });
    });

    it.each([1, 3, 7])('is the same in pages of %i', async (limit) => {
      const scope = newScope();
      for (const generation of [1, 2, 3]) {
        await write(
          scope,
          tenTickets.map((_, number) => ticket(number, { status: `s${(number * generation) % 4}` })),
          generation,
        );
      }
      await remove(scope, tickets, 4);
      expect(await readAll(scope, limit, other)).toEqual(await readAll(scope));
    });

    it('can be read from a time on', async () => {
      const scope = newScope();
      await write(scope, [ticket(1)]);
      const [first] = await readAll(scope);
      expect((await read(scope, { at: first?.at ?? 0 })).changes).toHaveLength(1);
      expect((await read(scope, { at: 1 })).changes).toHaveLength(1);
      const page = await read(scope, { at: Date.now() + hour });
      expect([page.changes, page.position.sequence]).toEqual([[], 1]);
    });

    it('tells its store of each connection that changed', async () => {
      const reported: string[] = [];
      const telling = await open({ onChange: (connectionId) => reported.push(connectionId) });
      const scope = newScope();
      await write(scope, [ticket(1)], 1, telling);
      await write(scope, [ticket(1)], 2, telling);
      expect(reported).toEqual([scope.connectionId]);
      await telling.apply(scope, { upserts: [ticket(2)], deletedKeys: [], generation: 2, cause: 'write' });
      await remove(scope, tickets, 3, telling);
      expect(reported).toEqual([scope.connectionId, scope.connectionId, scope.connectionId]);
    });
  });

  describe('a feed that has expired', () => {
    it('of a copy that was dropped goes on at the end of the new one', async () => {
      const scope = newScope();
      await write(scope, [ticket(1)]);
      const { position } = await read(scope);
      await store.dropConnection(scope.connectionId);
      await write(scope, [ticket(1), ticket(2)]);
      const head = await store.feedHead(scope.connectionId);
      expect(head.feed).not.toBe(position.feed);
      const query = { layouts: [tickets], from: position, limit: 10 };
      expect(await store.readChanges(scope.connectionId, query)).toEqual({ state: 'expired', head });
      expect(await readAll(scope)).toHaveLength(2);
    });

    it.each([
      ['size', { milliseconds: hour, bytes: 400 }],
      ['age', { milliseconds: -1, bytes: 1_000_000 }],
    ])('because of its %s has kept what came last', async (reason, retention) => {
      const scope = newScope();
      const forgetful = await open({ retention });
      for (let number = 0; number < 30; number += 1) await write(scope, [ticket(number)], 1, forgetful);
      await write(scope, [ticket(1, { status: 'solved' })], 2, forgetful);
      const head = await store.feedHead(scope.connectionId);
      expect(head.sequence).toBe(31);
      for (const from of [null, { ...head, sequence: 1 }, { at: 1 }]) {
        const page = await store.readChanges(scope.connectionId, { layouts: [tickets], from, limit: 10 });
        expect(page).toEqual({ state: 'expired', head });
      }
      await write(scope, [ticket(40)], 2);
      const { changes } = await read(scope, head);
      expect(changes.map(short)).toEqual([[32, 'added', 'k0040']]);
      if (reason === 'size') expect((await read(scope, { ...head, sequence: 30 })).changes).toHaveLength(2);
    });

    it('or that goes on after its end is not believed', async () => {
      const scope = newScope();
      await write(scope, [ticket(1)]);
      const head = await store.feedHead(scope.connectionId);
      const query = { layouts: [tickets], from: { ...head, sequence: 2 }, limit: 10 };
      expect(await store.readChanges(scope.connectionId, query)).toEqual({ state: 'expired', head });
    });
  });

  it('replayed from the beginning gives the copy, whatever is written by whom', async () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 8 });
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom('page', 'page', 'apply', 'end' as const),
        by: fc.integer({ min: 0, max: 1 }),
        layout: fc.constantFrom(tickets, others),
        numbers,
        gone: numbers,
        status: fc.constantFrom('open', 'solved', null),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { connectionId } = newScope();
        const scope = { connectionId, layout: tickets };
        for (const [generation, { kind, by, layout, numbers: some, gone, status }] of taken.entries()) {
          const writer = by === 0 ? store : other;
          const records = some.map((number) => ticket(number, { status }, layout));
          const target = { connectionId, layout };
          if (kind === 'page') await write(target, records, generation + 1, writer);
          else if (kind === 'end') await remove(target, layout, generation, writer);
          else {
            const deletedKeys = gone.map((number) => ticket(number).key);
            const changes = { upserts: records, deletedKeys, generation: generation + 1, cause: 'write' } as const;
            await writer.apply(target, changes);
          }
        }
        const changes = await readAll(scope, 5);
        const whole = await readAll(scope);
        expect(changes).toEqual(whole);
        expect(whole.map(({ sequence }) => sequence)).toEqual(whole.map((_, index) => index + 1));
        const replayed = replay(whole);
        for (const layout of [tickets, others]) {
          const records = await store.listRecords({ connectionId, layout }, null, 1_000);
          expect(replayed.get(layout.entity) ?? new Map()).toEqual(
            new Map(records.map(({ key, document }) => [key, document])),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
}
