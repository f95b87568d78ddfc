import type { DatabaseHost } from '@connectory/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore } from '../../test/sync/open-test-store.ts';
import { storeHosts } from '../../test/sync/store-hosts.ts';
import { runWanted, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, smallWorld } from '../../test/sync/tracker-world.ts';
import type { ContextStore } from '../stores/context-store.ts';
import { readSyncStates } from './sync-state.ts';

const connection = trackerConnection(['ada/engine', 'bob/attic']);

type Write = 'writePage' | 'writeCheckpoint' | 'endPartition' | 'endPass';

/** A process that is paused just before one of its writes, until `resume` is called. */
function pausing(store: ContextStore, write: Write, turn: number) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let writes = 0;
  const paused = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== write) return member.bind(target);
      return async (...given: unknown[]) => {
        writes += 1;
        if (writes === turn) {
          reached.resolve();
          await released.promise;
        }
        return member.apply(target, given);
      };
    },
  });
  return { store: paused, reached: reached.promise, resume: () => released.resolve() };
}

describe.each(storeHosts)('a pass that another process has taken over on $name', ({ start }) => {
  let host: DatabaseHost;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.stop());

  it.each<[Write, number]>([
    ['writePage', 2],
    ['endPartition', 1],
    ['endPass', 1],
  ])('writes nothing when it was paused before %s number %i', async (write, turn) => {
    const name = await host.create();
    const [one, other] = [await openTestStore(name), await openTestStore(name)];
    const world = smallWorld();
    await runWanted(testRun(one, world), connection, true);
    world.remove('issues', 'ada/engine#1');
    world.account(6, 'Account 6');
    const slow = pausing(one, write, turn);
    const slowRun = testRun(slow.store, world);
    const ended = runWanted(slowRun, connection, true);
    await slow.reached;
    world.account(6, 'Account 6, renamed');
    world.remove('accounts', '2');
    const fastRun = testRun(other, world);
    await runWanted(fastRun, connection, true);
    await runWanted(fastRun, connection, true);
    const states = await readSyncStates(other, connection);
    expect(await copyOf(other, connection)).toEqual(world.expectedCopy(connection));
    slow.resume();
    await ended;
    expect(slowRun.errors).toEqual([]);
    expect(await copyOf(other, connection)).toEqual(world.expectedCopy(connection));
    // What it had not begun yet it may read once more.
    const entity = states[0]?.entity;
    expect((await readSyncStates(other, connection)).find((state) => state.entity === entity)).toEqual(states[0]);
    await Promise.all([one.close(), other.close()]);
  });
});
