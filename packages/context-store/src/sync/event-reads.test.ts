import type { EventHint } from '@connectory/connector-sdk';
import { GatewayError } from '@connectory/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { EventReads } from './event-reads.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { OwnWrites } from './own-writes.ts';
import type { SyncConnection } from './sync-source.ts';

const connection = trackerConnection(['ada/engine']);
const place = { owner: 'ada', repo: 'engine' };
const issue = (number: number, others: Partial<EventHint> = {}): EventHint => ({
  entity: 'issues',
  params: { ...place, number },
  ...others,
});

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;
let reads: EventReads;
let passes: unknown[];
let outcomes: string[];

beforeEach(async () => {
  store = new MemoryStore();
  world = new TrackerWorld();
  run = testRun(store, world);
  passes = [];
  outcomes = [];
  world.repository('ada', 'engine');
  world.issue('ada', 'engine', 1, 'One');
  world.issue('ada', 'engine', 2, 'Two');
  await runOnce(run, connection);
  world.asked.length = 0;
  reads = process();
});

/** What one process of the gateway reads on behalf of events. */
const process = (source = run.source, leases: LeaseKeeper = run.leases) =>
  new EventReads({
    ...run,
    source,
    leases,
    onError: (error, id, entity) => run.onError(error, id, entity ?? ''),
    wantPass: ({ id }, entity, full) => passes.push({ id, entity, full }),
    observe: (_connection, outcome) => outcomes.push(outcome),
  });

/** Takes hints on, and waits until nothing is left to read. */
async function follow(hints: readonly EventHint[], given: SyncConnection = connection): Promise<void> {
  reads.add(given, hints);
  await idle(reads);
}

async function idle(...all: readonly EventReads[]): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (all.some(({ load }) => load.waiting > 0)) turn = 0;
  }
}

const issues = async (given: SyncConnection = connection) => (await copyOf(store, given)).issues;
const titleOf = async (number: number) => (await issues())?.[`["ada","engine","${number}"]`];

describe('the record of a hint', () => {
  it('is read from the upstream and stored', async () => {
    world.issue('ada', 'engine', 1, 'Changed');
    world.issue('ada', 'engine', 3, 'Three');
    await follow([issue(1), issue(3)]);
    expect(await titleOf(1)).toMatchObject({ title: 'Changed' });
    expect(await titleOf(3)).toMatchObject({ title: 'Three' });
    expect(outcomes).toEqual(['applied', 'applied']);
    expect(world.asked.map(({ action, params }) => [action, params])).toEqual([
      ['get', { ...place, number: 1 }],
      ['get', { ...place, number: 3 }],
    ]);
    expect(passes).toEqual([]);
  });

  it('is removed where the upstream does not have it', async () => {
    world.remove('issues', 'ada/engine#2');
    await follow([issue(2, { gone: true })]);
    expect(Object.keys((await issues()) ?? {})).toEqual(['["ada","engine","1"]']);
    world.remove('issues', 'ada/engine#1');
    await follow([issue(1)]);
    expect(await issues()).toEqual({});
  });

  it('is removed where the upstream returns it as deleted, whatever the event said', async () => {
    world.onRead = ({ params }) => ({ records: [{ number: params.number, deleted: true }], nextParams: null });
    await follow([issue(1), issue(2, { gone: true })]);
    expect([outcomes, await issues()]).toEqual([['applied', 'applied'], {}]);
    expect(passes).toEqual([]);
  });

  it('is stored if it is the first of its partition', async () => {
    world.comment('ada', 'engine', 1, 'c1', 'First!');
    await follow([{ entity: 'comments', params: { ...place, number: 1 }, key: { id: 'c1' } }]);
    expect(outcomes).toEqual(['applied']);
    expect(passes).toEqual([]);
    expect((await copyOf(store, connection)).comments).toMatchObject({
      '["ada","engine","1","c1"]': { body: 'First!' },
    });
  });

  it('is read whatever size its number has', async () => {
    const number = 9_007_199_254_740_993n;
    await follow([{ entity: 'issues', params: { ...place, number } }]);
    expect(world.asked.map(({ params }) => params)).toEqual([{ ...place, number }]);
  });

  it('is left to a pass where what names it is long, so that events do not fill the memory', async () => {
    const long = 'x'.repeat(5_000);
    await follow([issue(1, { key: { number: long } }), { entity: 'issues', params: { ...place, number: long } }]);
    expect(world.asked).toEqual([]);
    const pass = { id: connection.id, entity: 'issues', full: false };
    expect(passes).toEqual([pass, pass]);
  });

  it('is read once for several events of a moment', async () => {
    reads.add(connection, [issue(1)]);
    reads.add(connection, [issue(1), issue(1)]);
    await idle(reads);
    expect(world.asked).toHaveLength(1);
  });

  it('is read again when an event arrives while it is read', async () => {
    world.onRead = () => {
      world.onRead = () => undefined;
      world.issue('ada', 'engine', 1, 'Later');
      reads.add(connection, [issue(1)]);
      return { records: [{ number: 1, title: 'Earlier' }], nextParams: null };
    };
    await follow([issue(1)]);
    expect(await titleOf(1)).toMatchObject({ title: 'Later' });
    expect(world.asked).toHaveLength(2);
  });

  it('does not undo a write of our own that was made meanwhile', async () => {
    const writes = new OwnWrites(store, run.touches);
    world.onRead = () => {
      world.onRead = () => undefined;
      return { records: [{ number: 1, title: 'Before the write' }], nextParams: null };
    };
    const slow = process({
      readPage: async (request) => {
        const page = await world.readPage(request);
        if (page.records[0]?.title === 'Before the write') {
          const result = { number: 1, title: 'Written here' };
          world.issue('ada', 'engine', 1, 'Written here');
          await writes.apply({
            connection,
            entity: 'issues',
            action: 'update',
            params: { ...place, number: 1 },
            result,
          });
        }
        return page;
      },
    });
    slow.add(connection, [issue(1)]);
    await idle(slow);
    expect(await titleOf(1)).toMatchObject({ title: 'Written here' });
    expect(outcomes).toEqual(['again', 'applied']);
  });
});

describe('a pass is wanted', () => {
  it.each<[string, EventHint, object | null]>([
    ['for an entity without a record', { entity: 'issues' }, { entity: 'issues', full: false }],
    ['for a removal without a record', { entity: 'issues', gone: true }, { entity: 'issues', full: true }],
    [
      'for a partition that is not in the copy',
      issue(1, { params: { owner: 'eve', repo: 'x', number: 1 } }),
      { entity: 'issues', full: false },
    ],
    [
      'without the values of the partition',
      { entity: 'issues', params: { number: 1 } },
      { entity: 'issues', full: false },
    ],
    [
      'for a record that is said to be gone and is still there',
      issue(1, { gone: true }),
      { entity: 'issues', full: true },
    ],
    ['not for what has no copy', { entity: 'invoices', params: { id: 1 } }, null],
    [
      'not for what is gone from a partition that is not in the copy',
      issue(1, { params: { owner: 'eve', repo: 'x', number: 1 }, gone: true }),
      null,
    ],
  ])('%s', async (_when, hint, wanted) => {
    const before = await issues();
    await follow([hint]);
    expect(passes).toEqual(wanted === null ? [] : [{ id: connection.id, ...wanted }]);
    expect(await issues()).toEqual(before);
  });

  it('when the upstream fails, and later when it only asks to wait', async () => {
    const fail = (code: 'upstream_unavailable' | 'upstream_rate_limited', times: number) => {
      world.onRead = () => {
        if (times-- > 0) throw new GatewayError(code, 'x', { retryAfterSeconds: 7 });
        return undefined;
      };
    };
    fail('upstream_unavailable', 1);
    await follow([issue(1)]);
    expect(passes).toEqual([{ id: connection.id, entity: 'issues', full: false }]);
    expect(run.errors.map(({ entity }) => entity)).toEqual(['issues']);
    passes.length = 0;
    fail('upstream_rate_limited', 2);
    world.issue('ada', 'engine', 1, 'After a while');
    await follow([issue(1)]);
    expect(passes).toEqual([]);
    expect(await titleOf(1)).toMatchObject({ title: 'After a while' });
    expect(run.clock.slept.filter((slept) => slept === 7_000)).toHaveLength(2);
  });

  it('when more records wait than fit in', async () => {
    reads.add(
      connection,
      Array.from({ length: 1_003 }, (_, number) => issue(number)),
    );
    expect(reads.load.waiting).toBe(1_000);
    expect(passes).toHaveLength(3);
    await reads.remove(connection.id);
    expect(reads.load.waiting).toBe(0);
  });
});

it('hints about a copy that nobody has begun are of no interest', async () => {
  const other = trackerConnection(['ada/engine'], 'c0ffee00-0000-4000-8000-000000000009');
  await follow([issue(1)], other);
  expect([outcomes, passes, world.asked.length]).toEqual([['nothing_to_do'], [], 0]);
});

describe('a flood', () => {
  it('of one workspace leaves others their turns', async () => {
    const quiet = trackerConnection(['ada/engine'], 'c0ffee00-0000-4000-8000-000000000002', 'quiet');
    await runOnce(run, quiet);
    const order: string[] = [];
    const slow = process({
      readPage: async (request) => {
        order.push(request.connection.workspaceId);
        await new Promise((resolve) => setImmediate(resolve));
        return world.readPage(request);
      },
    });
    slow.add(
      connection,
      Array.from({ length: 1_000 }, (_, number) => issue(number)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    slow.add(quiet, [issue(1)]);
    await idle(slow);
    expect(order).toHaveLength(1_001);
    // At most as many reads of the flood come first as may run at a time, and a few that were begun.
    expect(order.indexOf('quiet')).toBeLessThan(32);
  });

  it('reads a few records of a connection at a time', async () => {
    let running = 0;
    let most = 0;
    const slow = process({
      readPage: async (request) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return world.readPage(request);
      },
    });
    slow.add(
      connection,
      Array.from({ length: 100 }, (_, number) => issue(number)),
    );
    await idle(slow);
    expect(most).toBe(4);
  });
});

/** Leases of several processes, each of which waits for the one before. */
function waitingLeases(): LeaseKeeper {
  let last: Promise<unknown> = Promise.resolve();
  return {
    withLease: (_name, _options, work) => {
      const done = last.then(() => work(new AbortController().signal));
      last = done;
      return done;
    },
    whenFreed: () => () => undefined,
  };
}

it('two processes read the records of a connection one after the other', async () => {
  let reading = 0;
  const alone: boolean[] = [];
  const source = {
    readPage: async (request: Parameters<TrackerWorld['readPage']>[0]) => {
      alone.push(++reading === 1);
      await new Promise((resolve) => setImmediate(resolve));
      reading--;
      return world.readPage(request);
    },
  };
  const leases = waitingLeases();
  const [one, other] = [process(source, leases), process(source, leases)];
  world.issue('ada', 'engine', 1, 'Changed');
  one.add(connection, [issue(1)]);
  other.add(connection, [issue(1)]);
  await idle(one, other);
  expect(new Set(alone)).toEqual(new Set([true]));
  expect(await titleOf(1)).toMatchObject({ title: 'Changed' });
});

it('nothing is read after it was stopped', async () => {
  reads.add(connection, [issue(1)]);
  await reads.stop();
  reads.add(connection, [issue(2)]);
  await idle(reads);
  expect([world.asked.length, reads.load.waiting]).toEqual([0, 0]);
});
