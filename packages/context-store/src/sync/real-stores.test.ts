import { randomUUID } from 'node:crypto';
import type { DatabaseHost } from '@connectory/database/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { KilledError, KillingStore } from '../../test/sync/killing-store.ts';
import { openTestStore } from '../../test/sync/open-test-store.ts';
import { replayedCopy } from '../../test/sync/replayed-copy.ts';
import { storeHosts } from '../../test/sync/store-hosts.ts';
import { runOnce, runWanted, type TestRun, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, smallWorld, type TrackerWorld } from '../../test/sync/tracker-world.ts';
import type { ContextStore } from '../stores/context-store.ts';
import { entityPlans } from './entity-plan.ts';
import { type OwnWrite, OwnWrites } from './own-writes.ts';
import { readPassHistory } from './pass-history.ts';
import { defaultLimits } from './pass-limits.ts';
import type { SyncConnection } from './sync-source.ts';
import { readEntitySyncs } from './sync-state.ts';

type Step =
  | { readonly kind: 'account' | 'issue' | 'remove'; readonly id: number; readonly text: string }
  | {
      readonly kind: 'write';
      readonly action: 'create' | 'update' | 'delete';
      readonly id: number;
      readonly text: string;
    }
  | { readonly kind: 'run'; readonly full: boolean; readonly changes: number | null; readonly hours: number };

const ids = fc.integer({ min: 1, max: 7 });
const texts = fc.constantFrom('short', 'Ünïcödé 😀', '\u0000', '"quoted"', 'x'.repeat(500));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('account', 'issue', 'remove'), id: ids, text: texts }),
  fc.record({
    kind: fc.constant('write'),
    action: fc.constantFrom('create', 'update', 'delete'),
    id: ids,
    text: texts,
  }),
  fc.record({
    kind: fc.constant('run'),
    full: fc.boolean(),
    changes: fc.option(fc.integer({ min: 0, max: 15 })),
    hours: fc.constantFrom(0, 2, 30),
  }),
);

/** Carries out a step on one store; the worlds of two stores are changed alike. */
async function carryOut(one: Step, store: ContextStore, world: TrackerWorld, run: TestRun, connection: SyncConnection) {
  switch (one.kind) {
    case 'account':
      return world.account(one.id, one.text, new Date(run.clock.now()).toISOString());
    case 'issue':
      return world.issue('ada', 'engine', one.id, one.text);
    case 'remove':
      return world.remove('accounts', String(one.id));
    case 'write':
      return writeAccount(one, store, world, run, connection);
    case 'run':
      run.clock.pass(one.hours * 3600);
      return runOrDie(one, store, run, connection);
  }
}

async function runOrDie(
  { full, changes }: Extract<Step, { kind: 'run' }>,
  store: ContextStore,
  run: TestRun,
  connection: SyncConnection,
): Promise<void> {
  const part = { ...run, store: changes === null ? store : new KillingStore(store, changes, 'after') };
  try {
    await (full ? runWanted(part, connection, true) : runOnce(part, connection));
  } catch (error) {
    expect(error).toBeInstanceOf(KilledError);
  }
}

async function writeAccount(
  { action, id, text }: Extract<Step, { kind: 'write' }>,
  store: ContextStore,
  world: TrackerWorld,
  run: TestRun,
  connection: SyncConnection,
): Promise<void> {
  const params = { id: String(id) };
  if (action === 'delete') world.remove('accounts', params.id);
  else world.account(id, text);
  const result = action === 'delete' ? {} : { id, name: text };
  const write: OwnWrite = { connection, entity: 'accounts', action, params, result };
  await new OwnWrites(store, run.touches).apply(write);
}

const entitySyncs = (store: ContextStore, connection: SyncConnection) =>
  readEntitySyncs(store, connection, defaultLimits);

const histories = (store: ContextStore, { id: connectionId, connector }: SyncConnection) =>
  Promise.all(entityPlans(connector).map(({ layout }) => readPassHistory(store, { connectionId, layout })));

describe.each(storeHosts)('the engine on $name', ({ start }) => {
  let host: DatabaseHost;
  let store: ContextStore;
  beforeAll(async () => {
    host = await start();
    store = await openTestStore(await host.create());
  });
  afterAll(async () => {
    await store.close();
    await host.stop();
  });

  it('does what it does in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const connection = trackerConnection(['ada/engine', 'bob/attic'], randomUUID());
        const memory = new MemoryStore();
        const sides = [memory, store].map((side) => {
          const world = smallWorld();
          return { store: side, world, run: testRun(side, world) };
        });
        const last = { kind: 'run', full: true, changes: null, hours: 1 } as const;
        for (const one of [...steps, last, last]) {
          for (const side of sides) await carryOut(one, side.store, side.world, side.run, connection);
          expect(await copyOf(store, connection)).toEqual(await copyOf(memory, connection));
          expect(await replayedCopy(store, connection)).toEqual(await copyOf(store, connection));
          expect(await histories(store, connection)).toEqual(await histories(memory, connection));
          expect(await entitySyncs(store, connection)).toEqual(await entitySyncs(memory, connection));
        }
        await store.dropConnection(connection.id);
        expect((await entitySyncs(store, connection)).every(({ ready }) => !ready)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});
