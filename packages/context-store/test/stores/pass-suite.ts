import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOutdatedCheckpoint } from '../../src/stores/checkpoint-revision.ts';
import {
  type ContextStore,
  keptPasses,
  type PartitionEnd,
  removedAtOnce,
  type StoredRecord,
  type StoredValue,
  type StoreScope,
} from '../../src/stores/context-store.ts';
import { expectAsInMemory } from './search-suite.ts';
import { tenTickets, ticket, tickets } from './tickets.ts';

/** The requirements of passes on a store: removal within a partition, and consecutive checkpoints. Both stores have the same location. */
export function describePasses(
  stores: () => readonly [ContextStore, ContextStore],
  filled: (records?: readonly StoredRecord[]) => Promise<StoreScope>,
): void {
  let store: ContextStore;
  let other: ContextStore;
  beforeAll(() => {
    [store, other] = stores();
  });

  const newScope = (): StoreScope => ({ connectionId: randomUUID(), layout: tickets });
  const keysOf = async (scope: StoreScope) => (await store.listRecords(scope, null, 100_000)).map(({ key }) => key);

  it('keeps what the last fifty passes did, newest first, until the connection is removed', async () => {
    const scope = await filled();
    expect(await store.readPasses(scope)).toEqual([]);
    for (let pass = 1; pass <= keptPasses + 2; pass += 1) {
      await store.endPass(scope, { pass, checkpoint: null, summary: { pass, rows: 3, error: null } });
    }
    const last = keptPasses + 2;
    await other.endPass(scope, { pass: last, checkpoint: null, summary: { pass: last, rows: 4, error: null } });
    const passes = await store.readPasses(scope);
    expect(passes.slice(0, 2)).toEqual([
      { pass: last, rows: 4, error: null },
      { pass: last - 1, rows: 3, error: null },
    ]);
    expect(passes).toHaveLength(keptPasses);
    expect(await store.readPasses({ ...scope, layout: { ...scope.layout, entity: 'never_started' } })).toEqual([]);
    expect(await store.readPasses(newScope())).toEqual([]);
    await store.dropConnection(scope.connectionId);
    expect(await store.readPasses(scope)).toEqual([]);
  });

  describe('the end of a partition', () => {
    const whole = (generation: number, checkpoint: StoredValue = null): PartitionEnd => ({
      range: null,
      generation,
      checkpoint,
      unfinished: { unfinished: true },
    });

    it('removes the records the pass did not meet, with their words', async () => {
      const scope = await filled();
      const met = tenTickets.filter((_, index) => index % 2 === 0);
      await store.writePage(scope, { records: met, generation: 2, checkpoint: null });
      expect(await store.endPartition(scope, whole(2, { ended: 2 }))).toEqual({ removed: 5, finished: true });
      expect(await store.readCheckpoint(scope)).toEqual({ ended: 2 });
      expect(await keysOf(scope)).toEqual(met.map(({ key }) => key));
      expect(await store.count(scope)).toBe(5);
      const unknown = { ...scope.layout, entity: 'never_started' };
      expect(await store.counts(scope.connectionId, [unknown, scope.layout])).toEqual([0, 5]);
      await expectAsInMemory(store, scope, met, { query: { filter: { fuzzy: { subject: 'pasword' } } } });
      await store.endPass(scope, { pass: 2, checkpoint: { ended: true }, summary: null });
      expect(await store.readCheckpoint(scope)).toEqual({ ended: true });
      expect(await store.endPartition(scope, whole(2))).toEqual({ removed: 0, finished: true });
    });

    it('removes nothing of the others', async () => {
      const inPartition = (name: string) =>
        [1, 2, 3].map((number) => ({ ...ticket(number), key: JSON.stringify([name, String(number)]) }));
      const names = ['a', 'a,', 'a"', 'b', 'ü', '😀'];
      const scope = await filled(names.flatMap(inPartition));
      for (const name of ['a', 'ü']) {
        const records = inPartition(name).slice(0, 1);
        await store.writePage(scope, { records, generation: 2, checkpoint: null });
        const range = {
          from: `${JSON.stringify([name]).slice(0, -1)},`,
          below: `${JSON.stringify([name]).slice(0, -1)}-`,
        };
        expect(await store.endPartition(scope, { ...whole(2), range })).toEqual({ removed: 2, finished: true });
      }
      await store.endPass(scope, { pass: 2, checkpoint: null, summary: null });
      expect(await store.count(scope)).toBe(14);
      const left = names.flatMap((name) => inPartition(name).slice(0, name === 'a' || name === 'ü' ? 1 : 3));
      expect(new Set(await keysOf(scope))).toEqual(new Set(left.map(({ key }) => key)));
      expect(await store.endPartition(scope, whole(3))).toEqual({ removed: 14, finished: true });
    });

    it('takes several steps where much has to be removed', async () => {
      const records = Array.from({ length: removedAtOnce + 5 }, (_, number) => ({ ...ticket(7), key: `k${number}` }));
      const scope = await filled(records);
      const end = { ...whole(2, { done: true }), range: { from: 'k', below: 'l' } };
      expect(await store.endPartition(scope, end)).toEqual({ removed: removedAtOnce, finished: false });
      expect(await store.readCheckpoint(scope)).toEqual({ unfinished: true });
      expect(await store.count(scope)).toBe(5);
      expect(await store.endPartition(scope, end)).toEqual({ removed: 5, finished: true });
      expect(await store.readCheckpoint(scope)).toEqual({ done: true });
    });

    it('leaves what was applied during the pass', async () => {
      const scope = await filled();
      await store.writePage(scope, { records: tenTickets.slice(0, 5), generation: 2, checkpoint: null });
      const upserts = [ticket(7, { status: 'solved' }), ticket(20)];
      await store.apply(scope, { upserts, deletedKeys: ['k0001', 'k9999'], generation: 2, cause: 'write' });
      expect(await store.endPartition(scope, { ...whole(2), range: { from: 'k', below: 'l' } })).toMatchObject({
        removed: 4,
      });
      expect(await keysOf(scope)).toEqual(['k0000', 'k0002', 'k0003', 'k0004', 'k0007', 'k0020']);
      expect(await store.endPartition(scope, whole(3))).toMatchObject({ removed: 6 });
    });

    it('can be asked for the records that the pass has not seen, within a range', async () => {
      const scope = await filled();
      await store.writePage(scope, { records: tenTickets.slice(0, 4), generation: 2, checkpoint: null });
      const from = (generation: number, limit: number, range: PartitionEnd['range'] = null) =>
        store.unseen(scope, { generation, limit, range });
      expect(await from(2, 2)).toEqual({ count: 6, records: await store.listRecords(scope, 'k0003', 2) });
      expect(await from(2, 10, { from: 'k0006', below: 'k0008' })).toMatchObject({
        count: 2,
        records: [{ key: 'k0006' }, { key: 'k0007' }],
      });
      expect(await from(1, 10)).toEqual({ count: 0, records: [] });
      await store.endPass(scope, { pass: 2, checkpoint: null, summary: null });
      // Two passes later, the first of them is still known.
      await store.writePage(scope, { records: tenTickets.slice(0, 2), generation: 3, checkpoint: null });
      expect((await from(3, 10)).count).toBe(8);
      expect((await from(2, 10)).count).toBe(6);
      expect(await store.unseen(newScope(), { generation: 9, limit: 1, range: null })).toEqual({
        count: 0,
        records: [],
      });
    });

    it('never makes a stamp older', async () => {
      const scope = newScope();
      await store.writePage(scope, { records: [ticket(1)], generation: 5, checkpoint: null });
      const upserts = [ticket(1, { status: 'solved' })];
      await store.apply(scope, { upserts, deletedKeys: [], generation: 4, cause: 'write' });
      expect(await store.endPartition(scope, whole(5))).toMatchObject({ removed: 0 });
      expect(await store.count(scope)).toBe(1);
    });
  });

  describe('revisions of checkpoints', () => {
    const at = (revision: number, by = 'store') => ({ revision, by });
    const page = (records: readonly StoredRecord[], checkpoint: StoredValue) => ({
      records,
      generation: 1,
      checkpoint,
    });
    const everything = { range: null, generation: 2, unfinished: null };

    it('follow each other, and a write that does not follow changes nothing', async () => {
      const scope = newScope();
      await store.writeCheckpoint(scope, at(1));
      await store.writePage(scope, page(tenTickets, at(2)));
      for (const revision of [1, 2, 4]) {
        const late = at(revision, 'late');
        const writes = [
          other.writePage(scope, page([ticket(1, { subject: 'late' }), ticket(50)], late)),
          other.writeCheckpoint(scope, late),
          other.endPartition(scope, { ...everything, checkpoint: late, unfinished: late }),
          other.endPass(scope, { pass: 1, checkpoint: late, summary: null }),
        ];
        for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[]) {
          expect(status).toBe('rejected');
          expect(isOutdatedCheckpoint(reason)).toBe(true);
        }
      }
      expect(await store.readCheckpoint(scope)).toEqual(at(2));
      expect(await store.listRecords(scope, null, 100)).toEqual(tenTickets);
      expect(await store.endPartition(scope, { ...everything, checkpoint: at(3) })).toMatchObject({ removed: 10 });
      await other.endPass(scope, { pass: 2, checkpoint: at(4), summary: null });
      expect(await store.readCheckpoint(scope)).toEqual(at(4));
    });

    it('begin again after a drop', async () => {
      const scope = newScope();
      await store.writePage(scope, page(tenTickets, at(1)));
      await store.dropConnection(scope.connectionId);
      await expect(store.writePage(scope, page(tenTickets, at(2)))).rejects.toThrow('newer checkpoint');
      expect(await store.count(scope)).toBe(0);
    });

    it('let one of two writers through', async () => {
      const scope = newScope();
      await store.writeCheckpoint(scope, at(1));
      for (let revision = 2; revision < 12; revision += 1) {
        const writers = [store, other, store, other].map((writer, number) =>
          writer.writePage(scope, page([ticket(revision * 10 + number)], at(revision, String(number)))),
        );
        const outcomes = await Promise.allSettled(writers);
        const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await store.readCheckpoint(scope)).toEqual(at(revision, String(winner)));
        expect(await store.count(scope)).toBe(revision - 1);
      }
    });
  });
}
