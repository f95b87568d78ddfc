import { GatewayError } from '@connectory/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { shop } from '../../test/sync/shop-connector.ts';
import { ShopWorld } from '../../test/sync/shop-world.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { trackerWithLogins } from '../../test/sync/tracker-connector.ts';
import { copyOf, smallWorld, type TrackerWorld } from '../../test/sync/tracker-world.ts';
import { entityPlans } from './entity-plan.ts';
import { readSyncState } from './sync-state.ts';

const connection = { ...trackerConnection([]), connector: trackerWithLogins };

let store: MemoryStore;
let world: TrackerWorld;
let run: TestRun;

beforeEach(() => {
  store = new MemoryStore();
  world = smallWorld();
  run = testRun(store, world);
});

const asked = () =>
  world.asked.filter(({ entity }) => entity.name === 'logins').map(({ params: { limit: _, ...params } }) => params);
const logins = async () => Object.keys((await copyOf(store, connection)).logins ?? {});

describe('an entity that is read in batches of its parents', () => {
  it('takes one request for several parents, and all pages of each', async () => {
    await runOnce(run, connection);
    expect(asked()).toEqual([
      { accounts: '1,2' },
      { accounts: '1,2', cursor: '1b' },
      { accounts: '3,4' },
      { accounts: '3,4', cursor: '3b' },
      { accounts: '5' },
    ]);
    expect(await logins()).toEqual(['1a', '1b', '2a', '3a', '3b', '4a', '5a', '5b'].map((id) => `["${id}"]`));
    expect(await readSyncState(store, connection, 'logins')).toMatchObject({ phase: 'idle', errors: [] });
  });

  it('continues with the same parents, also if one was removed while the pass was interrupted', async () => {
    const stopping = new AbortController();
    world.onRead = ({ params }) => {
      if (params.accounts === '3,4' && params.cursor === undefined) stopping.abort();
      return undefined;
    };
    await runOnce(run, connection, stopping);
    const layout = entityPlans(trackerWithLogins).find(({ entity }) => entity.name === 'accounts')?.layout;
    if (layout === undefined) throw new Error('no accounts');
    const change = { upserts: [], deletedKeys: ['["3"]'], generation: 1, cause: 'write' } as const;
    await store.apply({ connectionId: connection.id, layout }, change);
    world.onRead = () => undefined;
    world.asked.length = 0;
    await runOnce(run, connection);
    expect(asked()).toEqual([{ accounts: '3,4', cursor: '3b' }, { accounts: '5' }]);
  });

  it('is not requested without parents, and loses its records after two passes', async () => {
    await runOnce(run, connection);
    for (const id of [1, 2, 3, 4, 5]) world.remove('accounts', String(id));
    world.asked.length = 0;
    for (let passes = 0; passes < 4; passes += 1) {
      run.clock.pass(3601);
      await runWanted(run, connection, true);
    }
    expect(asked().filter(({ accounts }) => accounts === undefined)).toEqual([]);
    expect(await logins()).toEqual([]);
  });

  it('keeps what a failed batch and those after it have', async () => {
    await runOnce(run, connection);
    world.remove('logins', '1/1b');
    world.onRead = ({ params }) => {
      if (params.accounts === '3,4') throw new GatewayError('upstream_rejected', 'No.');
      return undefined;
    };
    run.clock.pass(3601);
    await runWanted(run, connection, true);
    expect(await logins()).toHaveLength(8);
    expect(await readSyncState(store, connection, 'logins')).toMatchObject({
      phase: 'failed',
      errors: [{ code: 'upstream_rejected' }],
    });
  });
});

it('an entity in batches is read for changed parents only, and loses nothing by that', async () => {
  const stamps = shop.entities.find(({ name }) => name === 'stamps');
  const orders = shop.entities.find(({ name }) => name === 'orders');
  if (stamps === undefined || orders === undefined) throw new Error('no entities');
  const sync = { via: 'list', each: orders, changedBy: 'changed_at', bind: { order: '{id}' }, batch: 3 };
  const connector = { ...shop, entities: [orders, { ...stamps, sync }] };
  const shopConnection = { ...connection, connector, settings: {} };
  const shopWorld = new ShopWorld();
  const shopRun = testRun(store, shopWorld);
  for (let count = 0; count < 4; count += 1) shopWorld.add(shopWorld.orders);
  for (const id of shopWorld.orders.keys()) shopWorld.changedAt.set(id, shopRun.clock.now() / 1000 - 86_400);
  const read = async () => {
    shopWorld.asked.length = 0;
    shopRun.clock.pass(3600);
    await runOnce(shopRun, shopConnection);
    return shopWorld.asked.filter(({ entity }) => entity.name === 'stamps').map(({ params }) => params.order);
  };
  expect(await read()).toEqual(['1,2,3', '4']);
  expect(await read()).toEqual([]);
  for (const id of [2, 4]) shopWorld.changedAt.set(id, shopRun.clock.now() / 1000 + 1800);
  expect(await read()).toEqual(['2,4']);
  expect(Object.keys((await copyOf(store, shopConnection)).stamps ?? {})).toEqual(['["1"]']);
});
