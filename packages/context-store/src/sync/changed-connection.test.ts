import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { heldBack } from '../../test/sync/held-back.ts';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { MemoryLeases } from '../../test/sync/memory-leases.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { SyncRunner } from './sync-runner.ts';
import type { SyncConnection, SyncSource } from './sync-source.ts';

const connection = trackerConnection(['ada/engine']);
const changed = trackerConnection(['bob/attic']);
const asked = { full: true, fresh: true };

let clock: ManualClock;
let store: MemoryStore;
let world: TrackerWorld;
let directory: SyncConnection[];
/** Runs between the moment a connection is read for a list and the moment it is given. */
let beforeListed: (listed: SyncConnection) => void;
let errors: unknown[];
let runner: SyncRunner;

beforeEach(() => {
  clock = new ManualClock();
  store = new MemoryStore();
  world = new TrackerWorld();
  directory = [connection];
  beforeListed = () => undefined;
  errors = [];
  for (const [owner, repo] of [['ada', 'engine'] as const, ['bob', 'attic'] as const]) {
    world.repository(owner, repo);
    for (const number of [1, 2, 3, 4, 5]) world.issue(owner, repo, number, `Issue ${number}`);
    world.comment(owner, repo, 1, 'c1', `Comment of ${owner}`);
  }
  world.account(1, 'Account');
});

afterEach(() => runner.stop());

function startRunner(source: SyncSource = world): void {
  runner = new SyncRunner({
    store,
    source,
    leases: new MemoryLeases(),
    directory: {
      async *connections() {
        for (const listed of [...directory]) {
          beforeListed(listed);
          yield listed;
        }
      },
    },
    onError: (error) => errors.push(error),
    limits: { concurrency: 1 },
    clock,
    random: () => 0.5,
  });
  runner.start();
}

async function ended(entity: string, pass: number): Promise<void> {
  await vi.waitFor(async () => {
    const state = (await runner.states(changed)).find((candidate) => candidate.entity === entity);
    expect(state).toMatchObject({ entity, pass, phase: 'idle', next_run_at: expect.any(String) });
  });
}

it('a connection that changes while it is read is read anew, after the rest of the pass that was interrupted', async () => {
  const source = heldBack(world, 'issues');
  startRunner(source);
  await source.reached;
  directory = [changed];
  runner.request(changed, asked);
  source.response();
  await ended('accounts', 1);
  const rest = world.asked.filter(({ params }) => params.owner === 'ada' && params.cursor !== undefined);
  expect(rest.map(({ connection: { settings } }) => settings)).toEqual([changed.settings, changed.settings]);
  clock.pass(30);
  await ended('issues', 2);
  await ended('comments', 1);
  expect(await copyOf(store, changed)).toEqual(world.expectedCopy(changed));
  expect(errors).toEqual([]);
});

it('a connection that is paused while it is read ends with its page, and continues there when it is resumed', async () => {
  const source = heldBack(world, 'issues');
  startRunner(source);
  await source.reached;
  directory = [];
  runner.pause(connection.id);
  source.response();
  await vi.waitFor(async () => {
    const state = (await runner.states(connection)).find(({ entity }) => entity === 'issues');
    expect(state).toMatchObject({ phase: 'waiting', pages: 1, errors: [] });
  });
  clock.pass(3_600);
  const before = world.asked.length;
  directory = [connection];
  runner.request(connection);
  await ended('issues', 1);
  expect(world.asked.slice(before).some(({ params }) => params.cursor !== undefined)).toBe(true);
  expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  expect(errors).toEqual([]);
});

it('a connection that changes while a pass is about to begin is read as it is now', async () => {
  directory = [trackerConnection(['ada/engine', 'bob/attic'])];
  vi.spyOn(store, 'prepare').mockImplementationOnce(async () => runner.request(changed, asked));
  startRunner();
  await ended('accounts', 1);
  const [repositories] = await runner.states(changed);
  expect(repositories).toMatchObject({ pass: 1, coverage: { done: 1, failed: 0, total: 1 } });
  expect(await copyOf(store, changed)).toEqual(world.expectedCopy(changed));
});

it('a connection that changes while connections are listed is read as it is now', async () => {
  const source = heldBack(world, 'accounts');
  directory = [trackerConnection([], 'c0ffee00-0000-4000-8000-000000000002'), connection];
  beforeListed = ({ id }) => {
    if (id === connection.id) runner.request(changed, asked);
  };
  startRunner(source);
  await source.reached;
  source.response();
  await ended('accounts', 1);
  expect(new Set(world.asked.map(({ params }) => params.owner))).toEqual(new Set([undefined, 'bob']));
});
