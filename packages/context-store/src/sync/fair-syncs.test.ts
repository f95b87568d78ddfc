import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { MemoryLeases } from '../../test/sync/memory-leases.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { noBudget, type SyncBudget } from './live-priority.ts';
import { SyncRunner } from './sync-runner.ts';
import type { PageRequest, SourcePage, SyncConnection } from './sync-source.ts';

let clock: ManualClock;
let runner: SyncRunner;
let problems: unknown[];
/** Pages that were asked for and have not been answered, by connection. */
let open: Map<string, (page: SourcePage) => void>;
let asked: string[];

beforeEach(() => {
  clock = new ManualClock();
  open = new Map();
  asked = [];
  problems = [];
});

afterEach(async () => {
  for (const response of open.values()) response({ records: [], nextParams: null });
  const stopped = runner.stop();
  await vi.waitFor(() => {
    for (const response of open.values()) response({ records: [], nextParams: null });
    return Promise.race([stopped, Promise.reject(new Error('still running'))]);
  });
});

function start(limits: object, isSlow: (id: string) => boolean = () => true, budget: SyncBudget = noBudget): void {
  const readPage = ({ connection }: PageRequest): Promise<SourcePage> => {
    asked.push(connection.id);
    if (!isSlow(connection.id)) return Promise.resolve({ records: [], nextParams: null });
    return new Promise((resolve) => open.set(connection.id, resolve));
  };
  runner = new SyncRunner({
    store: new MemoryStore(),
    source: { readPage },
    leases: new MemoryLeases(),
    directory: { async *connections() {} },
    onError: (error) => problems.push(error),
    limits,
    budget,
    clock,
    random: () => 0.5,
  });
}

const connectionOf = (workspace: string, number: number): SyncConnection =>
  trackerConnection([], `${workspace}${number}`, workspace);

function want(workspace: string, count: number): void {
  for (let number = 1; number <= count; number += 1) {
    runner.request(connectionOf(workspace, number), { entities: ['accounts'] });
  }
}

const untilAsked = (...ids: string[]) => vi.waitFor(() => expect(asked).toEqual(ids));

it('gives a workspace half of the slots, and another one its first page at once', async () => {
  start({ concurrency: 4 });
  want('a', 4);
  await untilAsked('a1', 'a2');
  want('b', 1);
  await untilAsked('a1', 'a2', 'b1');
});

it('does not count those that wait for their upstream, however many there are', async () => {
  start({ concurrency: 4, patienceSeconds: 1 }, (id) => id !== 'd1');
  for (const workspace of ['a', 'b', 'c']) want(workspace, 4);
  await untilAsked('a1', 'a2', 'b1', 'c1');
  await vi.waitFor(() => {
    clock.pass(1);
    expect(asked).toHaveLength(12);
  });
  want('d', 1);
  await vi.waitFor(() => expect(asked.at(-1)).toBe('d1'));
  await vi.waitFor(async () => expect((await runner.states(connectionOf('d', 1))).at(-1)).toMatchObject({ pages: 1 }));
});

it('makes do with a quarter of the slots while live calls run', async () => {
  let isLive = true;
  const budget = {
    ...noBudget,
    get isLive() {
      return isLive;
    },
  };
  start({ concurrency: 8 }, () => true, budget);
  want('a', 8);
  await untilAsked('a1');
  isLive = false;
  want('b', 1);
  await vi.waitFor(() => expect(new Set(asked)).toEqual(new Set(['a1', 'a2', 'a3', 'a4', 'b1'])));
});

it('gives a page up that takes too long, and goes on with it later', async () => {
  start({ pageSeconds: 60 });
  want('a', 1);
  await untilAsked('a1');
  clock.pass(59);
  expect(problems).toEqual([]);
  clock.pass(1);
  // A page of half the size.
  await untilAsked('a1', 'a1');
  clock.pass(60);
  await vi.waitFor(async () =>
    expect((await runner.states(connectionOf('a', 1))).at(-1)).toMatchObject({
      phase: 'failed',
      errors: [{ code: 'upstream_timeout' }],
      next_run_at: '2026-03-01T12:07:00.000Z',
    }),
  );
  expect(problems).toMatchObject([{ code: 'upstream_timeout', retryable: true }]);
});

it('lets others of the workspace go first after a turn', async () => {
  start({ concurrency: 2, turnSeconds: 10, patienceSeconds: 1000 });
  want('a', 2);
  await untilAsked('a1');
  open.get('a1')?.({ records: [], nextParams: { cursor: '1' } });
  await untilAsked('a1', 'a1');
  clock.pass(10);
  open.get('a1')?.({ records: [], nextParams: { cursor: '2' } });
  await untilAsked('a1', 'a1', 'a2');
  clock.pass(10);
  open.get('a2')?.({ records: [], nextParams: { cursor: '1' } });
  await untilAsked('a1', 'a1', 'a2', 'a1');
});

it('begins no more runs of a workspace than half of those there may be', async () => {
  start({ maxRuns: 4, patienceSeconds: 1 });
  want('a', 3);
  await untilAsked('a1', 'a2');
  clock.pass(1);
  want('b', 1);
  await untilAsked('a1', 'a2', 'b1');
  open.get('a1')?.({ records: [], nextParams: null });
  await untilAsked('a1', 'a2', 'b1', 'a3');
});
