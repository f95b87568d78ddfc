import { GatewayError } from '@connectory/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { heldBack } from '../../test/sync/held-back.ts';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { MemoryLeases } from '../../test/sync/memory-leases.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { leaseName } from './lease-keeper.ts';
import { SyncRunner } from './sync-runner.ts';
import type { PageRequest, SyncConnection } from './sync-source.ts';

const connection = trackerConnection(['ada/engine']);

let clock: ManualClock;
let leases: MemoryLeases;
let store: MemoryStore;
let world: TrackerWorld;
let directory: SyncConnection[];
let errors: unknown[];
let runners: SyncRunner[];

beforeEach(() => {
  clock = new ManualClock();
  leases = new MemoryLeases();
  store = new MemoryStore();
  world = new TrackerWorld();
  directory = [connection];
  errors = [];
  runners = [];
  world.repository('ada', 'engine');
  for (const id of [1, 2, 3, 4, 5]) {
    world.account(id, `Account ${id}`);
    world.issue('ada', 'engine', id, `Issue ${id}`);
  }
});

afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
});

function makeRunner(source: Pick<TrackerWorld, 'readPage'> = world, concurrency = 4): SyncRunner {
  const runner = new SyncRunner({
    store,
    source,
    leases,
    directory: {
      async *connections() {
        yield* directory;
      },
    },
    onError: (error) => errors.push(error),
    limits: { concurrency },
    clock,
    random: () => 0.5,
  });
  runners.push(runner);
  return runner;
}

const pagesAsked = (entity: string) => world.asked.filter((request) => request.entity.name === entity).length;

async function finished(runner: SyncRunner, pass: number, of: SyncConnection = connection): Promise<void> {
  for (const { entity } of await runner.states(of)) await ended(runner, entity, pass, of);
}

async function ended(runner: SyncRunner, entity: string, pass: number, of: SyncConnection = connection): Promise<void> {
  await vi.waitFor(async () => {
    const state = (await runner.states(of)).find((candidate) => candidate.entity === entity);
    expect(state).toMatchObject({ entity, pass, phase: 'idle', next_run_at: expect.any(String) });
  });
}

describe('the schedule', () => {
  it('begins with what was never synchronized and comes back every hour', async () => {
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
    const asked = world.asked.length;
    clock.pass(3570);
    await vi.waitFor(() => expect(world.asked).toHaveLength(asked));
    clock.pass(30);
    await finished(runner, 2);
    expect(errors).toEqual([]);
  });

  it('of a connection decides how often its entities are read, and which are not', async () => {
    const schedule = {
      intervalSeconds: 7200,
      entities: { accounts: { intervalSeconds: 900 }, comments: { enabled: false } },
    };
    const scheduled = { ...connection, schedule };
    directory.splice(0, directory.length, scheduled);
    const runner = makeRunner();
    runner.start();
    await ended(runner, 'accounts', 1);
    await ended(runner, 'issues', 1);
    const next = new Map((await runner.states(scheduled)).map((state) => [state.entity, state.next_run_at]));
    expect(next.get('accounts')).toBe('2026-03-01T12:15:00.000Z');
    expect(next.get('issues')).toBe('2026-03-01T14:00:00.000Z');
    expect(pagesAsked('comments')).toBe(0);
    runner.request(scheduled, { entities: ['comments'] });
    await vi.waitFor(async () =>
      expect((await runner.states(scheduled)).find(({ entity }) => entity === 'comments')).toMatchObject({ pass: 1 }),
    );
  });

  it('leaves at least the time between passes that the vendor needs', async () => {
    const { connector } = connection;
    const upstream = { ...connector.upstream, limits: { minInterval: 5400 } };
    const scheduled = { ...connection, connector: { ...connector, upstream }, schedule: { intervalSeconds: 900 } };
    directory.splice(0, directory.length, scheduled);
    const runner = makeRunner();
    runner.start();
    await ended(runner, 'accounts', 1);
    const states = await runner.states(scheduled);
    expect(states.find(({ entity }) => entity === 'accounts')?.next_run_at).toBe('2026-03-01T13:30:00.000Z');
  });

  it('takes effect before the pass that the former one had planned', async () => {
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    directory.splice(0, directory.length, { ...connection, schedule: { intervalSeconds: 600 } });
    clock.pass(660);
    await finished(runner, 2);
  });

  it('finds new connections', async () => {
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    const other = trackerConnection([], 'c0ffee00-0000-4000-8000-000000000002');
    directory.push(other);
    clock.pass(30);
    await finished(runner, 1, other);
  });

  it('spreads passes at random around the hour', async () => {
    const nextRun = async (random: number) => {
      const fresh = new MemoryStore();
      const options = { source: world, leases, clock, random: () => random, onError: () => undefined };
      const runner = new SyncRunner({ ...options, store: fresh, directory: { async *connections() {} } });
      runner.request(connection, { entities: ['accounts'] });
      await vi.waitFor(async () => expect((await runner.states(connection)).at(-1)?.next_run_at).not.toBeNull());
      await runner.stop();
      return (await runner.states(connection)).at(-1)?.next_run_at;
    };
    expect(await nextRun(0)).toBe('2026-03-01T12:54:00.000Z');
    expect(await nextRun(1)).toBe('2026-03-01T13:06:00.000Z');
  });

  it('synchronizes no more connections at a time than it may', async () => {
    directory = Array.from({ length: 6 }, (_, index) =>
      trackerConnection([], `c0ffee00-0000-4000-8000-00000000001${index}`),
    );
    const running = new Set<string>();
    let most = 0;
    const readPage = async (request: PageRequest) => {
      running.add(request.connection.id);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setImmediate(resolve));
      const page = await world.readPage(request);
      if (page.nextParams === null) running.delete(request.connection.id);
      return page;
    };
    const runner = makeRunner({ readPage });
    runner.start();
    for (const one of directory) await finished(runner, 1, one);
    expect(most).toBe(2);
  });

  it('goes on when a connection or the directory fails', async () => {
    const broken = { ...connection, id: 'broken', connector: { ...connection.connector, entities: [{}] } };
    directory = [broken as unknown as SyncConnection, connection];
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    expect(errors).toHaveLength(1);
  });
});

describe('a request', () => {
  it('starts passes at once, of the entities it names', async () => {
    const runner = makeRunner();
    runner.request(connection, { entities: ['repositories', 'issues'] });
    await vi.waitFor(async () =>
      expect((await runner.states(connection))[1]).toMatchObject({ entity: 'issues', rows: 5, phase: 'idle' }),
    );
    runner.request(connection, { entities: ['issues'], full: true });
    await vi.waitFor(async () =>
      expect((await runner.states(connection))[1]).toMatchObject({ pass: 2, phase: 'idle', kind: 'full' }),
    );
    expect((await runner.states(connection))[0]).toMatchObject({ entity: 'repositories', pass: 1 });
  });

  it('names only entities that have a copy', () => {
    expect(() => makeRunner().request(connection, { entities: ['issues', 'isues'] })).toThrow(
      expect.objectContaining({ code: 'unknown_entity', message: expect.stringContaining('isues') }),
    );
  });

  it('that comes while the connection is worked on is met afterwards', async () => {
    const source = heldBack(world, 'accounts');
    const runner = makeRunner(source);
    runner.request(connection);
    await source.reached;
    runner.request(connection, { entities: ['issues'], full: true });
    source.response();
    await vi.waitFor(async () =>
      expect((await runner.states(connection))[1]).toMatchObject({ entity: 'issues', pass: 2, phase: 'idle' }),
    );
  });

  it('that comes when a pass has just ended brings about another one', async () => {
    const runner = makeRunner();
    runner.request(connection);
    await finished(runner, 1);
    const endPass = store.endPass.bind(store);
    vi.spyOn(store, 'endPass').mockImplementationOnce(async (...end) => {
      await endPass(...end);
      runner.request(connection, { entities: ['accounts'] });
    });
    runner.request(connection, { entities: ['accounts'] });
    await ended(runner, 'accounts', 3);
  });

  it('that comes while an error ends the run is met at once', async () => {
    let isRefused = true;
    const readPage = async (request: PageRequest) => {
      if (!isRefused) return world.readPage(request);
      isRefused = false;
      runner.request(connection);
      throw new GatewayError('reauthorization_required', 'New credentials are needed.');
    };
    const runner = makeRunner({ readPage });
    runner.request(connection);
    await finished(runner, 1);
  });
});

describe('a runner that is stopped', () => {
  it('ends with its current page, and another one goes on behind it', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const first = makeRunner(source);
    first.start();
    await source.reached;
    const stopped = first.stop();
    const asked = world.asked.length;
    source.response();
    await stopped;
    expect(world.asked).toHaveLength(asked);
    expect((await first.states(connection)).at(-1)).toMatchObject({
      entity: 'accounts',
      phase: 'waiting',
      pages: 2,
      rows: 4,
    });
    first.request(connection);
    const second = makeRunner();
    second.start();
    await finished(second, 1);
    expect(pagesAsked('accounts')).toBe(3);
    expect((await second.states(connection)).at(-1)).toMatchObject({ phase: 'idle', pages: 3, rows: 5 });
  });
});

describe('several processes', () => {
  it('read each entity once', async () => {
    for (const runner of [makeRunner(), makeRunner(), makeRunner()]) runner.start();
    await finished(makeRunner(), 1);
    clock.pass(30);
    await finished(makeRunner(), 1);
    expect([pagesAsked('repositories'), pagesAsked('issues'), pagesAsked('accounts')]).toEqual([1, 3, 3]);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
    expect(errors).toEqual([]);
  });

  it('take over from one that lost its lease, which does not write any more', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const slow = makeRunner(source);
    slow.request(connection, { entities: ['accounts'] });
    await source.reached;
    leases.lose(leaseName(connection.id, 'accounts'));
    const other = makeRunner();
    other.request(connection, { entities: ['accounts'] });
    await ended(other, 'accounts', 1);
    world.account(3, 'Changed');
    clock.pass(4000);
    other.request(connection, { entities: ['accounts'] });
    await ended(other, 'accounts', 2);
    source.response();
    await slow.stop();
    expect((await copyOf(store, connection)).accounts).toEqual(world.expectedCopy(connection).accounts);
    expect(errors).toEqual([]);
  });

  it('find the passes of a dead one before anything is due', async () => {
    const other = makeRunner();
    other.start();
    await finished(other, 1);
    clock.pass(60);
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    const source = heldBack(world, 'accounts', '000002');
    const slow = makeRunner(source);
    slow.request(connection, { entities: ['accounts'], full: true });
    await source.reached;
    leases.lose(leaseName(connection.id, 'accounts'));
    expect((await other.states(connection)).at(-1)).toMatchObject({ entity: 'accounts', pass: 2, phase: 'running' });
    clock.pass(60);
    await ended(other, 'accounts', 2);
    source.response();
    await slow.stop();
    expect(clock.now()).toBeLessThan(Date.parse('2026-03-01T12:10:00Z'));
  });

  it('go on at once with what a dead one was reading', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const slow = makeRunner(source);
    slow.request(connection, { entities: ['accounts'] });
    await source.reached;
    const other = makeRunner();
    other.start();
    await ended(other, 'issues', 1);
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    leases.die(leaseName(connection.id, 'accounts'));
    await ended(other, 'accounts', 1);
    source.response();
    await slow.stop();
    expect((await copyOf(store, connection)).accounts).toEqual(world.expectedCopy(connection).accounts);
    expect(errors).toEqual([]);
  });

  it('notice what another one wrote even when nobody told them that they lost their lease', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const slow = makeRunner(source);
    slow.request(connection, { entities: ['accounts'] });
    await source.reached;
    leases = new MemoryLeases();
    const other = makeRunner();
    other.request(connection, { entities: ['accounts'] });
    await ended(other, 'accounts', 1);
    const before = await copyOf(store, connection);
    world.account(3, 'Changed');
    source.response();
    await slow.stop();
    expect(await copyOf(store, connection)).toEqual(before);
    expect((await other.states(connection)).at(-1)).toMatchObject({ phase: 'idle', pages: 3 });
    expect(errors).toEqual([]);
  });
});

describe('a connection that is removed', () => {
  it('leaves nothing, even while it is being read', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const runner = makeRunner(source);
    runner.start();
    await source.reached;
    directory = [];
    const removed = runner.remove(connection.id);
    source.response();
    await removed;
    expect(await copyOf(store, connection)).toEqual({ repositories: {}, issues: {}, comments: {}, accounts: {} });
    expect((await runner.states(connection)).every(({ pass }) => pass === 0)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('by another process is noticed', async () => {
    const source = heldBack(world, 'accounts', '000002');
    const runner = makeRunner(source);
    runner.start();
    await source.reached;
    directory = [];
    await store.dropConnection(connection.id);
    clock.pass(30);
    await vi.waitFor(() => expect(world.asked.at(-1)?.signal.aborted).toBe(true));
    source.response();
    await runner.stop();
    expect(await copyOf(store, connection)).toEqual({ repositories: {}, issues: {}, comments: {}, accounts: {} });
    expect((await runner.states(connection)).every(({ pass }) => pass === 0)).toBe(true);
    expect(errors).toEqual([]);
  });
});

describe('a write of our own', () => {
  it('whose response does not say enough brings a pass about soon', async () => {
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    clock.pass(30);
    world.issue('ada', 'engine', 6, 'Six');
    const params = { owner: 'ada', repo: 'engine', number: 6 };
    const write = { connection, entity: 'issues', action: 'update', params, result: {} } as const;
    expect(await runner.applyWrite(write)).toBe('needs_full_pass');
    expect(await runner.applyWrite({ ...write, result: { number: 6, title: 'Six' } })).toBe('applied');
    clock.pass(240);
    expect(pagesAsked('issues')).toBe(3);
    clock.pass(30);
    await vi.waitFor(async () =>
      expect((await runner.states(connection))[1]).toMatchObject({ pass: 2, kind: 'full', phase: 'idle' }),
    );
    clock.pass(600);
    expect((await runner.states(connection))[1]).toMatchObject({ pass: 2 });
  });

  it('succeeds even when the store fails, and is shown by a pass', async () => {
    const runner = makeRunner();
    runner.start();
    await finished(runner, 1);
    vi.spyOn(store, 'apply').mockRejectedValueOnce(new Error('disk full'));
    world.account(6, 'Six');
    const write = {
      connection,
      entity: 'accounts',
      action: 'create',
      params: {},
      result: { id: 6, name: 'Six' },
    } as const;
    expect(await runner.applyWrite(write)).toBe('needs_full_pass');
    expect(errors).toMatchObject([{ message: 'disk full' }]);
    clock.pass(30);
    await ended(runner, 'accounts', 2);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });
});
