import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, smallWorld, type TrackerWorld } from '../../test/sync/tracker-world.ts';
import { noBudget } from './live-priority.ts';
import { readSyncState, readSyncStates } from './sync-state.ts';

const connection = trackerConnection(['ada/engine', 'bob/attic']);

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;

beforeEach(() => {
  store = new MemoryStore();
  world = smallWorld();
  run = testRun(store, world);
});

const state = async (entity: string) => {
  const found = await readSyncState(store, connection, entity);
  if (found === null) throw new Error(`${entity} has no copy`);
  return found;
};

const firstPages = (entity: string) => pagesOf(entity).filter(({ params }) => params.cursor === undefined);

const pagesOf = (entity: string) => world.asked.filter((request) => request.entity.name === entity);

it('a pass that is asked for while its last page is read meets the request with its end', async () => {
  const passRequest = { full: false, notBefore: run.clock.now(), begunAfter: null, fresh: false };
  world.onRead = ({ entity, params }) => {
    if (entity.name === 'accounts' && params.cursor === '000004')
      run.passRequests.add(connection.id, 'accounts', passRequest);
    return undefined;
  };
  await runOnce(run, connection);
  expect(pagesOf('accounts')).toHaveLength(3);
  expect(run.passRequests.of(connection.id, 'accounts')).toBeUndefined();
});

describe('a first pass', () => {
  it('copies every entity, parents before children, and says so', async () => {
    expect(
      (await readSyncStates(store, connection)).map(({ entity, phase, pass, ready }) => [entity, phase, pass, ready]),
    ).toEqual([
      ['repositories', 'idle', 0, false],
      ['issues', 'idle', 0, false],
      ['comments', 'idle', 0, false],
      ['accounts', 'idle', 0, false],
    ]);
    await runOnce(run, connection);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
    expect(run.errors).toEqual([]);
    expect(await state('accounts')).toEqual({
      entity: 'accounts',
      phase: 'idle',
      pass: 1,
      kind: 'full',
      ready: true,
      pages: 3,
      rows: 5,
      added: 5,
      changed: 0,
      removed: 0,
      errors: [],
      coverage: null,
      held: null,
      started_at: '2026-03-01T12:00:00.000Z',
      finished_at: '2026-03-01T12:00:00.000Z',
      synced_at: '2026-03-01T12:00:00.000Z',
      next_run_at: '2026-03-01T13:00:00.000Z',
    });
    // An issue without comments is a page without rows.
    expect(await state('comments')).toMatchObject({ pages: 4, rows: 3, coverage: { done: 3, failed: 0, total: 3 } });
  });

  it('gives partitions the parameters they need, with what their parents were read with', async () => {
    await runOnce(run, connection);
    expect(pagesOf('repositories').map(({ action, params }) => [action, params])).toEqual([
      ['get', { owner: 'ada', repo: 'engine' }],
      ['get', { owner: 'bob', repo: 'attic' }],
    ]);
    expect(pagesOf('comments').map(({ params }) => params)).toEqual([
      { owner: 'ada', repo: 'engine', number: 1 },
      { owner: 'ada', repo: 'engine', number: 2 },
      { owner: 'ada', repo: 'engine', number: 2, cursor: 'b' },
      { owner: 'ada', repo: 'engine', number: 3 },
    ]);
  });

  it('asks for its turn before each page', async () => {
    const turns: string[] = [];
    const budget = {
      ...noBudget,
      turn: async (id: string) => {
        turns.push(`${id} after ${world.asked.length} pages`);
      },
    };
    await runOnce({ ...run, budget }, connection);
    expect(world.asked.length).toBeGreaterThan(10);
    expect(turns).toEqual(world.asked.map((_, page) => `${connection.id} after ${page} pages`));
  });

  it('with nothing to read is complete', async () => {
    await runOnce(run, trackerConnection([]));
    expect(await state('issues')).toMatchObject({
      phase: 'idle',
      ready: true,
      rows: 0,
      coverage: { done: 0, total: 0 },
    });
    expect(await state('issues')).toMatchObject({ synced_at: '2026-03-01T12:00:00.000Z' });
  });
});

describe('a later pass', () => {
  it('removes what is gone, also below a parent that is gone, and counts what changed', async () => {
    await runOnce(run, connection);
    world.remove('accounts', '3');
    world.account(4, 'Renamed');
    world.account(6, 'New');
    world.remove('repositories', 'ada/engine');
    world.repository('ada', 'engine');
    world.issue('ada', 'engine', 9, 'The only one');
    await runWanted(run, connection, true);
    // An account has no action that reads it alone, so that a second pass has to miss it, too.
    expect(await state('accounts')).toMatchObject({ pass: 2, kind: 'full', added: 1, changed: 1, removed: 0 });
    expect(await state('accounts')).toMatchObject({ held: { records: 1, partitions: 1, large: false } });
    expect(await state('issues')).toMatchObject({ added: 1, removed: 3, held: null });
    expect(await state('comments')).toMatchObject({ removed: 3, rows: 0 });
    await runWanted(run, connection, true);
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
    expect(await state('accounts')).toMatchObject({ pass: 3, kind: 'full', removed: 1, held: null });
  });

  it('asks only for what is new, and for everything once a day', async () => {
    await runOnce(run, connection);
    world.account(2, 'Two', '2026-03-01T11:00:00Z');
    world.remove('accounts', '1');
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(firstPages('accounts').at(-1)?.params).toEqual({
      updated: { since: Date.parse('2026-02-01T00:00:00Z') / 1000 },
    });
    expect(firstPages('issues').at(-2)?.params).toEqual({
      owner: 'ada',
      repo: 'engine',
      since: '2026-02-02T00:00:00Z',
    });
    expect(await state('accounts')).toMatchObject({ pass: 2, kind: 'incremental', changed: 1, removed: 0 });
    expect((await copyOf(store, connection)).accounts).toHaveProperty(['["1"]']);
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(firstPages('accounts').at(-1)?.params).toEqual({
      updated: { since: Date.parse('2026-03-01T11:00:00Z') / 1000 },
    });
    run.clock.pass(22 * 3600);
    await runOnce(run, connection);
    expect(await state('accounts')).toMatchObject({ pass: 4, kind: 'full', removed: 0, held: { records: 1 } });
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(await state('accounts')).toMatchObject({ pass: 5, kind: 'full', removed: 1 });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('does not start from values so new that a page read earlier may lack others of their time', async () => {
    world.account(5, 'Five', '2026-03-01T11:59:00Z');
    await runOnce(run, connection);
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(firstPages('accounts').at(-1)?.params).toMatchObject({
      updated: { since: Date.parse('2026-02-01T00:00:00Z') / 1000 },
    });
  });

  it('reads a partition whole that is new to it', async () => {
    await runOnce(run, trackerConnection(['ada/engine']));
    world.issue('bob', 'attic', 1, 'Older than the cursor', '2025-01-01T00:00:00Z');
    run.clock.pass(3600);
    await runOnce(run, connection);
    expect(await state('issues')).toMatchObject({ kind: 'incremental' });
    expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  });

  it('is a full one after the connector has changed its plan', async () => {
    await runOnce(run, connection);
    const entities = connection.connector.entities.map((entity) =>
      entity.name === 'accounts' && entity.sync ? { ...entity, sync: { ...entity.sync, revision: 2 } } : entity,
    );
    const newer = { ...connection, connector: { ...connection.connector, entities } };
    await runOnce(run, newer);
    expect(await readSyncState(store, newer, 'accounts')).toMatchObject({ pass: 2, kind: 'full' });
    expect(await readSyncState(store, newer, 'issues')).toMatchObject({ pass: 1 });
  });

  it('is not due because the connector has a new version', async () => {
    await runOnce(run, connection);
    const asked = world.asked.length;
    const newer = { ...connection, connector: { ...connection.connector, version: '9.9.9' } };
    await runOnce(run, newer);
    expect(world.asked).toHaveLength(asked);
    world.account(6, 'Account 6', '2026-02-03T00:00:00Z');
    run.clock.pass(3600);
    await runOnce(run, newer);
    expect(await readSyncState(store, newer, 'accounts')).toMatchObject({ pass: 2, kind: 'incremental', added: 1 });
  });
});

describe('records', () => {
  it('without a key are left out, and nothing is removed then', async () => {
    await runOnce(run, connection);
    world.onRead = ({ entity }) =>
      entity.name === 'accounts'
        ? { records: [{ id: 1, name: 'One' }, { name: 'Nobody' }, 7], nextParams: null }
        : undefined;
    await runWanted(run, connection, true);
    expect(await state('accounts')).toMatchObject({ rows: 3, removed: 0, errors: [{ code: 'upstream_unavailable' }] });
    expect(Object.keys((await copyOf(store, connection)).accounts ?? {})).toHaveLength(5);
  });

  it('of a list that the upstream does not return to its end are kept, and the state says why nothing is removed', async () => {
    await runOnce(run, connection);
    world.onRead = ({ entity }) =>
      entity.name === 'accounts' ? { records: [{ id: 1, name: 'One' }], nextParams: null, cappedAt: 1000 } : undefined;
    const { synced_at } = await state('accounts');
    await runWanted(run, connection, true);
    expect(await state('accounts')).toMatchObject({
      removed: 0,
      synced_at,
      errors: [{ message: expect.stringContaining('more than the 1000 records that the upstream returns') }],
    });
    expect(Object.keys((await copyOf(store, connection)).accounts ?? {})).toHaveLength(5);
  });

  it('that stand twice on a page count once, the last one', async () => {
    world.onRead = ({ entity }) =>
      entity.name === 'accounts'
        ? {
            records: [
              { id: 1, name: 'Old' },
              { id: '1', name: 'New' },
            ],
            nextParams: null,
          }
        : undefined;
    await runOnce(run, connection);
    expect((await copyOf(store, connection)).accounts).toEqual({ '["1"]': { id: 1, name: 'New' } });
    expect(await state('accounts')).toMatchObject({ rows: 2, added: 1 });
  });
});
