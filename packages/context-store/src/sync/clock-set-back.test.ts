import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { ManualClock } from '../../test/sync/manual-clock.ts';
import { MemoryLeases } from '../../test/sync/memory-leases.ts';
import { trackerConnection } from '../../test/sync/test-run.ts';
import { TrackerWorld } from '../../test/sync/tracker-world.ts';
import { SyncRunner } from './sync-runner.ts';

const connection = trackerConnection(['ada/engine']);

let clock: ManualClock;
let world: TrackerWorld;
let errors: unknown[];
let runner: SyncRunner;

beforeEach(() => {
  clock = new ManualClock();
  world = new TrackerWorld();
  world.repository('ada', 'engine');
  world.issue('ada', 'engine', 1, 'One');
  world.account(1, 'Account 1');
  errors = [];
  runner = new SyncRunner({
    store: new MemoryStore(),
    source: world,
    leases: new MemoryLeases(),
    directory: {
      async *connections() {
        yield connection;
      },
    },
    onError: (error) => errors.push(error),
    clock,
    random: () => 0.5,
  });
  runner.start();
});

afterEach(() => runner.stop());

async function finished(pass: number): Promise<void> {
  for (const { entity } of await runner.states(connection)) await ended(entity, pass);
}

async function ended(entity: string, pass: number): Promise<void> {
  await vi.waitFor(async () => {
    const state = (await runner.states(connection)).find((candidate) => candidate.entity === entity);
    expect(state).toMatchObject({ entity, pass, phase: 'idle', next_run_at: expect.any(String) });
  });
}

it('goes on when the clock is set back by an hour, at once and every hour from then on', async () => {
  await finished(1);
  clock.pass(1800);
  await vi.waitFor(() => expect(clock.sleepers).toBeGreaterThan(0));
  clock.setBack(3600);
  clock.pass(30);
  await finished(2);
  clock.pass(3570);
  const asked = world.asked.length;
  clock.pass(30);
  await finished(3);
  expect(world.asked.length).toBeGreaterThan(asked);
  expect(errors).toEqual([]);
});

it('meets what was wanted before the clock was set back', async () => {
  await finished(1);
  clock.setBack(3600);
  runner.request(connection, { entities: ['accounts'] });
  await ended('accounts', 2);
});
