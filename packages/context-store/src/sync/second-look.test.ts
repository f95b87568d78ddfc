import { GatewayError } from '@connectory/errors';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { shop } from '../../test/sync/shop-connector.ts';
import { type Cutting, type Outage, ShopWorld } from '../../test/sync/shop-world.ts';
import { runOnce, runWanted, type TestRun, testRun } from '../../test/sync/test-run.ts';
import { copyOf } from '../../test/sync/tracker-world.ts';
import { readSyncState } from './sync-state.ts';

const connection = { id: 'c0ffee00-0000-4000-8000-000000000007', workspaceId: 'acme', connector: shop, settings: {} };

let store: MemoryStore;
let world: ShopWorld;
let run: TestRun;

beforeEach(() => {
  store = new MemoryStore();
  world = new ShopWorld();
  run = testRun(store, world);
});

const state = (entity: string) => readSyncState(store, connection, entity);
const keysOf = async (entity: string) => Object.keys((await copyOf(store, connection))[entity] ?? {});
const fullPass = async () => {
  run.clock.pass(3600);
  await runWanted(run, connection, true);
};
const fill = (orders: number, visits: number) => {
  for (let count = 0; count < orders; count += 1) world.add(world.orders);
  for (let count = 0; count < visits; count += 1) world.add(world.visits);
};
/** Deletes a record once the first page of an entity was read. */
const deleteAfterFirstPage = (entity: string, from: Map<number, number>, id: number) => {
  world.onRead = (request) => {
    if (request.entity.name === entity && request.params.page === 2) from.delete(id);
  };
};

describe('a record that one pass does not see', () => {
  it('is kept if it moved to a page that was already read, and the deleted one is removed', async () => {
    fill(12, 0);
    await runOnce(run, connection);
    deleteAfterFirstPage('orders', world.orders, 2);
    await fullPass();
    // Order 5 was skipped and order 2 had been seen.
    expect(await state('orders')).toMatchObject({ rows: 11, removed: 0, held: null });
    expect(await keysOf('orders')).toContain('["5"]');
    await fullPass();
    expect(await state('orders')).toMatchObject({ removed: 1 });
    expect(await keysOf('orders')).not.toContain('["2"]');
  });

  it('is kept if the next pass sees it, where records cannot be read alone', async () => {
    fill(0, 12);
    await runOnce(run, connection);
    deleteAfterFirstPage('visits', world.visits, 2);
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 0, held: { records: 1, large: false } });
    world.onRead = () => undefined;
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 0, held: { records: 1 } });
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 1, held: null });
    expect(await keysOf('visits')).toHaveLength(11);
  });

  it('is removed with that pass if reading it alone does not find it', async () => {
    fill(12, 0);
    await runOnce(run, connection);
    world.orders.delete(7);
    await fullPass();
    expect(await state('orders')).toMatchObject({ removed: 1, held: null });
    const gets = world.asked.filter(({ action }) => action === 'get').map(({ params }) => params.order_id);
    // One that exists shows that the action can be trusted.
    expect(gets).toEqual([1, 7]);
  });

  it('is removed with that pass if reading it alone returns it as deleted', async () => {
    fill(12, 0);
    await runOnce(run, connection);
    world.orders.delete(7);
    const readPage = world.readPage.bind(world);
    world.readPage = async (request) =>
      request.action === 'get' && request.params.order_id === 7
        ? { records: [{ id: 7, deleted: true }], nextParams: null }
        : readPage(request);
    await fullPass();
    expect(await state('orders')).toMatchObject({ removed: 1, held: null });
    expect(await keysOf('orders')).not.toContain('["7"]');
  });

  it('is kept while reading alone finds nothing at all', async () => {
    fill(12, 0);
    await runOnce(run, connection);
    world.orders.delete(7);
    world.outage = 'no-get';
    await fullPass();
    expect(await state('orders')).toMatchObject({ removed: 0, held: { records: 1 } });
  });
});

it('nothing is removed from a partition of which the upstream left records out', async () => {
  fill(6, 6);
  await runOnce(run, connection);
  const readPage = world.readPage.bind(world);
  world.readPage = async (request) => {
    const page = await readPage(request);
    const records = page.records.filter(({ id }) => id !== 3 && id !== 9);
    return { ...page, records, incomplete: records.length < page.records.length };
  };
  for (const held of [1, 1]) {
    await fullPass();
    expect(await state('orders')).toMatchObject({ phase: 'idle', removed: 0, held: { records: held } });
    expect(await state('visits')).toMatchObject({ phase: 'idle', removed: 0, held: { records: held } });
  }
  world.readPage = readPage;
  await fullPass();
  expect(await state('visits')).toMatchObject({ removed: 0, held: null });
});

describe('a removal of a large share', () => {
  it('waits for a second pass, and is dropped if the records are back', async () => {
    fill(200, 200);
    await runOnce(run, connection);
    world.outage = 'empty';
    await fullPass();
    expect(await state('visits')).toMatchObject({ phase: 'idle', removed: 0, held: { records: 200, large: true } });
    expect(await state('orders')).toMatchObject({ removed: 0, held: { records: 200, large: true } });
    expect(run.holds.map(({ entity }) => entity)).toEqual(['orders', 'visits', 'stamps']);
    world.outage = 'none';
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 0, held: null });
    expect(await keysOf('visits')).toHaveLength(200);
  });

  it('is carried out by the second pass if that does not see them either', async () => {
    fill(0, 200);
    await runOnce(run, connection);
    for (const id of [...world.visits.keys()].slice(0, 100)) world.visits.delete(id);
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 0, held: { records: 100, partitions: 1, large: true } });
    await fullPass();
    expect(await state('visits')).toMatchObject({ removed: 100, held: null });
  });

  it('is carried out at once when a person confirms it', async () => {
    fill(0, 200);
    await runOnce(run, connection);
    world.visits.clear();
    await fullPass();
    const passRequest = { full: true, removeHeld: true, notBefore: run.clock.now(), begunAfter: null, fresh: false };
    run.passRequests.add(connection.id, 'visits', passRequest);
    await runOnce(run, connection);
    expect(await state('visits')).toMatchObject({ removed: 200, held: null });
  });
});

describe('lists that are not found', () => {
  beforeEach(async () => {
    fill(3, 0);
    for (const order of world.orders.keys()) world.addNote(order);
    await runOnce(run, connection);
  });
  const missing = (...orders: readonly number[]) => {
    world.onRead = ({ entity, params }) => {
      world.outage = entity.name === 'notes' && orders.includes(Number(params.order)) ? 'not-found' : 'none';
    };
  };

  it('fail the pass if all of them are missing, however often, until a person confirms', async () => {
    missing(1, 2, 3);
    for (let pass = 2; pass <= 4; pass += 1) {
      await fullPass();
      expect(await state('notes')).toMatchObject({
        pass,
        phase: 'failed',
        removed: 0,
        errors: [{ partition: null, code: 'record_not_found' }],
        held: { records: 3, partitions: 3 },
      });
    }
    const passRequest = { full: true, removeHeld: true, notBefore: run.clock.now(), begunAfter: null, fresh: false };
    run.passRequests.add(connection.id, 'notes', passRequest);
    await runOnce(run, connection);
    expect(await state('notes')).toMatchObject({ phase: 'idle', removed: 3, held: null });
  });

  it('are emptied by the second pass if others are found', async () => {
    missing(2);
    await fullPass();
    expect(await state('notes')).toMatchObject({ removed: 0, held: { records: 1, examples: [{ order: '2' }] } });
    await fullPass();
    expect(await state('notes')).toMatchObject({ removed: 1, held: null, errors: [] });
  });
});

describe('a page that is too heavy for the upstream', () => {
  it('is asked for in half the size, until it arrives', async () => {
    fill(0, 12);
    world.maxSize = 1;
    await runOnce(run, connection);
    expect(await state('visits')).toMatchObject({ phase: 'idle', rows: 12, errors: [] });
    const sizes = world.asked.filter(({ entity }) => entity.name === 'visits').map(({ params }) => params.size);
    expect(sizes.slice(0, 4)).toEqual([undefined, 2, 1, 1]);
  });

  it('grows again with the next pass', async () => {
    fill(0, 12);
    world.maxSize = 1;
    await runOnce(run, connection);
    world.maxSize = 100;
    world.asked.length = 0;
    await fullPass();
    await fullPass();
    const sizes = world.asked.filter(({ entity }) => entity.name === 'visits').map(({ params }) => params.size);
    expect(new Set(sizes)).toEqual(new Set([2, undefined]));
  });

  it('fails the pass if a page of one record does not arrive either', async () => {
    fill(0, 12);
    world.maxSize = 0;
    await runOnce(run, connection);
    expect(await state('visits')).toMatchObject({ phase: 'failed', errors: [{ code: 'upstream_unavailable' }] });
  });
});

it('children are read again only if their parent has changed, could not be read, or a day has passed', async () => {
  fill(4, 0);
  for (const id of world.orders.keys()) world.changedAt.set(id, run.clock.now() / 1000 - 86_400);
  await runOnce(run, connection);
  const read = async () => {
    world.asked.length = 0;
    run.clock.pass(3600);
    await runOnce(run, connection);
    return world.asked.filter(({ entity }) => entity.name === 'stamps').map(({ params }) => params.order);
  };
  expect(await read()).toEqual([]);
  world.changedAt.set(2, run.clock.now() / 1000 + 1800);
  world.onRead = ({ entity, params }) => {
    if (entity.name === 'stamps' && params.order === 2)
      throw new GatewayError('credential_rejected', 'No.', { upstream: { status: 403 } });
  };
  expect(await read()).toEqual([2]);
  world.changedAt.set(2, 0);
  world.onRead = () => undefined;
  expect(await read()).toEqual([2]);
  expect(await read()).toEqual([]);
  run.clock.pass(86_400);
  expect(await read()).toEqual([1, 2, 3, 4]);
});

/** What happens before a page: to which records, and which of them. */
const event = fc.record({
  kind: fc.constantFrom('add', 'delete', 'touch'),
  to: fc.constantFrom('orders', 'visits', 'notes'),
  index: fc.nat(30),
});
const pass = fc.record({
  outage: fc.constantFrom<Outage>('none', 'none', 'none', 'empty', 'not-found', 'unavailable', 'truncated', 'no-get'),
  events: fc.dictionary(fc.nat(40).map(String), fc.array(event, { maxLength: 3 }), { maxKeys: 8 }),
  before: fc.array(event, { maxLength: 4 }),
});
const histories = Number(process.env.CONNECTORY_HISTORIES ?? 200);

it(`no record that exists is removed in ${histories} histories, and every deleted one is within two passes`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Cutting>('page-number', 'offset', 'keyset'),
      fc.boolean(),
      fc.integer({ min: 0, max: 14 }),
      fc.array(pass, { maxLength: 5 }),
      async (cutting, isNewestFirst, count, passes) => {
        store = new MemoryStore();
        world = new ShopWorld();
        run = testRun(store, world);
        Object.assign(world, { cutting, isNewestFirst });
        fill(count, count);
        for (const order of [...world.orders.keys()].slice(0, 3)) for (let n = 0; n < 5; n += 1) world.addNote(order);
        const carryOut = ({ kind, to, index }: { kind: string; to: 'orders' | 'visits' | 'notes'; index: number }) => {
          const order = [...world.orders.keys()].at(index % 6) ?? 0;
          const of = to === 'notes' ? world.notes.get(order) : world[to];
          if (kind === 'add') return to === 'notes' ? world.addNote(order) : void world.add(world[to]);
          const id = [...(of?.keys() ?? [])].at(index);
          if (of === undefined || id === undefined) return;
          if (kind === 'touch') world.touch(of, id);
          else of.delete(id);
        };
        await runOnce(run, connection);
        for (const [index, { outage, events, before }] of passes.entries()) {
          for (const one of before) carryOut(one);
          const known = await copyOf(store, connection);
          // What is hidden in two passes in a row cannot be told from what was deleted.
          world.outage = index % 2 === 0 ? outage : 'none';
          let number = 0;
          world.onRead = () => {
            for (const one of events[number] ?? []) carryOut(one);
            number += 1;
          };
          await fullPass();
          const kept = await copyOf(store, connection);
          const existing = world.keys();
          for (const [entity, records] of Object.entries(known)) {
            const removed = Object.keys(records).filter((key) => kept[entity]?.[key] === undefined);
            expect(removed.filter((key) => existing[entity]?.has(key))).toEqual([]);
          }
        }
        Object.assign(world, { outage: 'none', onRead: () => undefined });
        await fullPass();
        await fullPass();
        const copy = await copyOf(store, connection);
        for (const [entity, keys] of Object.entries(world.keys())) {
          expect(new Set(Object.keys(copy[entity] ?? {}))).toEqual(keys);
        }
      },
    ),
    { numRuns: histories },
  );
});
