import { GatewayError } from '@connectory/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, TrackerWorld } from '../../test/sync/tracker-world.ts';
import { entityPlans } from './entity-plan.ts';
import { vanishedPartitions } from './partitions.ts';
import { readSyncState } from './sync-state.ts';

const names = Array.from({ length: 25 }, (_, index) => `r${String(index).padStart(2, '0')}`);
const connection = trackerConnection(names.map((name) => `ada/${name}`));

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;

beforeEach(() => {
  store = new MemoryStore();
  world = new TrackerWorld();
  run = testRun(store, world);
  for (const name of names) {
    world.repository('ada', name);
    for (const number of [1, 2, 3]) world.issue('ada', name, number, `Issue ${number}`);
  }
});

const refuse = (refused: string) => {
  world.onRead = ({ entity, params }) => {
    if (entity.name !== 'issues' || params.repo !== refused) return undefined;
    throw new GatewayError('credential_rejected', 'Not this one.', { upstream: { status: 403 } });
  };
};
const state = (entity: string) => readSyncState(store, connection, entity);
const issues = async () => (await copyOf(store, connection)).issues ?? {};

describe('removal', () => {
  it('takes place in 24 partitions while the 25th is refused for ever', async () => {
    await runOnce(run, connection);
    refuse('r07');
    for (const name of names) world.remove('issues', `ada/${name}#2`);
    for (const pass of [2, 3, 4]) {
      run.clock.pass(86_400);
      await runOnce(run, connection);
      expect(await state('issues')).toMatchObject({
        pass,
        kind: 'full',
        phase: 'idle',
        removed: pass === 2 ? 24 : 0,
        coverage: { done: 25, failed: 1, total: 25 },
        synced_at: '2026-03-01T12:00:00.000Z',
      });
      const kept = { '["ada","r07","2"]': { number: 2, title: 'Issue 2' } };
      expect(await issues()).toEqual({ ...world.expectedCopy(connection).issues, ...kept });
    }
    world.onRead = () => undefined;
    run.clock.pass(86_400);
    await runOnce(run, connection);
    expect(await issues()).toEqual(world.expectedCopy(connection).issues);
  });

  it('reaches what lies below parents and settings that are gone while a partition is refused', async () => {
    await runOnce(run, connection);
    refuse('r07');
    const fewer = trackerConnection(connection.settings.repositories.filter((name) => name !== 'ada/r03'));
    world.remove('repositories', 'ada/r05');
    run.clock.pass(3600);
    // The repository itself is not found, so that its partition fails and its record stays: a setting still names it.
    await runWanted(run, fewer, true);
    expect(await state('issues')).toMatchObject({ removed: 3, coverage: { done: 24, failed: 2, total: 24 } });
    const left = new Set(Object.keys(await issues()).map((key) => (JSON.parse(key) as string[])[1]));
    expect([...left].sort()).toEqual(names.filter((name) => name !== 'r03'));
  });

  it('takes place in a partition that an incremental pass reads whole', async () => {
    for (const name of names) world.issue('ada', name, 1, 'Dated', '2026-02-01T00:00:00Z');
    await runOnce(run, connection);
    refuse('r07');
    world.remove('issues', 'ada/r07#2');
    run.clock.pass(86_400);
    await runOnce(run, connection);
    world.onRead = () => undefined;
    world.remove('issues', 'ada/r08#2');
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(await state('issues')).toMatchObject({ kind: 'incremental', removed: 1, errors: [] });
    expect(Object.keys(await issues())).not.toContain('["ada","r07","2"]');
    expect(Object.keys(await issues())).toContain('["ada","r08","2"]');
  });

  it('is done in parts where it is much, and goes on where it was interrupted', async () => {
    store = new MemoryStore(2);
    run = testRun(store, world);
    const stopping = new AbortController();
    await runOnce(run, connection);
    for (const name of names) for (const number of [1, 2]) world.remove('issues', `ada/${name}#${number}`);
    run.clock.pass(86_400);
    const endPartition = store.endPartition.bind(store);
    let steps = 0;
    store.endPartition = async (scope, end) => {
      if (scope.layout.entity === 'issues') steps += 1;
      if (steps === 7) stopping.abort();
      return endPartition(scope, end);
    };
    await runOnce(run, connection, stopping);
    expect(Object.keys(await issues()).length).toBeGreaterThan(50);
    const asked = world.asked.length;
    await runOnce(run, connection);
    expect(await issues()).toEqual(world.expectedCopy(connection).issues);
    // A step of two records and one that finds no more, for each repository; the one that was interrupted is not repeated.
    expect(steps).toBe(49);
    const again = world.asked.slice(asked).filter(({ entity }) => entity.name === 'issues');
    expect(again.map(({ params }) => params.repo)).not.toContain('r00');
    expect(await state('issues')).toMatchObject({ pass: 2, removed: 50, phase: 'idle' });
  });
});

describe('partitions that have vanished', () => {
  it.each([1, 2, 3, 100])('are found with %i of them in memory at a time', async (atOnce) => {
    await runOnce(run, connection);
    const fewer = trackerConnection(connection.settings.repositories.filter((_, index) => index % 2 === 1));
    const plan = entityPlans(connection.connector).find(({ entity }) => entity.name === 'repositories');
    if (plan === undefined) throw new Error('no plan');
    const source = { store, connection: fewer, plan, listed: null };
    const found = async (after: string | null) => {
      const ranges: string[] = [];
      for await (const { from } of vanishedPartitions(source, after, atOnce)) ranges.push(from);
      return ranges;
    };
    const gone = names.filter((_, index) => index % 2 === 0).map((name) => `["ada","${name}",`);
    expect(await found(null)).toEqual(gone);
    expect(await found('["ada","r02"-')).toEqual(gone.slice(2));
  });

  it('are also those whose keys are of another shape', async () => {
    await runOnce(run, connection);
    const plan = entityPlans(connection.connector).find(({ entity }) => entity.name === 'issues');
    if (plan === undefined) throw new Error('no plan');
    const scope = { connectionId: connection.id, layout: plan.layout };
    const strays = ['["7"]', '["ada","r01","7","x"]', '["ada","r01","71"]'].map((key) => ({ key, document: {} }));
    await store.apply(scope, { upserts: strays, deletedKeys: [], generation: 0, cause: 'write' });
    run.clock.pass(86_400);
    await runOnce(run, connection);
    expect(await state('issues')).toMatchObject({ removed: 3, errors: [] });
    expect(await issues()).toEqual(world.expectedCopy(connection).issues);
  });
});
