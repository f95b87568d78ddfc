import { expect, it } from 'vitest';
import { MemoryStore } from '../../test/stores/memory-store.ts';
import { runOnce, testRun, trackerConnection } from '../../test/sync/test-run.ts';
import { copyOf, smallWorld } from '../../test/sync/tracker-world.ts';
import type { StoredValue } from '../stores/context-store.ts';
import { entityPlans } from './entity-plan.ts';
import { readSyncState } from './sync-state.ts';

const connection = trackerConnection(['ada/engine', 'bob/attic']);

/** A checkpoint as it was stored when fingerprints had versions in them and removal came after everything else. */
function formerCheckpoint(position: StoredValue): StoredValue {
  return {
    version: 1,
    plan: 'aFormerFingerprint0000',
    revision: 1,
    pass: 3,
    kind: 'incremental',
    phase: position === null ? 'idle' : 'running',
    ready: true,
    pages: 1,
    rows: 2,
    added: 0,
    changed: 0,
    removed: 0,
    partitionsDone: 1,
    partitionsFailed: 0,
    partitionsTotal: null,
    errors: [],
    pausedBy: null,
    failed: [],
    pending: [],
    since: '2026-02-01T00:00:00Z',
    safeCursor: '2026-02-01T00:00:00Z',
    startedAt: '2026-03-01T11:59:00.000Z',
    finishedAt: '2026-03-01T11:59:30.000Z',
    syncedAt: '2026-03-01T11:59:00.000Z',
    lastFullAt: '2026-03-01T10:00:00.000Z',
    nextRunAt: position === null ? '2026-03-01T12:59:00.000Z' : null,
    position,
  };
}

it.each([
  ['between passes', null],
  ['within a pass', { done: null, open: { mark: '', partition: [], full: false, nextParams: { cursor: '000002' } } }],
])('a copy that a former version left %s is read whole once', async (_, position) => {
  const store = new MemoryStore();
  const world = smallWorld();
  const run = testRun(store, world);
  for (const { layout } of entityPlans(connection.connector)) {
    const scope = { connectionId: connection.id, layout };
    const upserts = [{ key: '["99"]', document: {} }];
    await store.apply(scope, { upserts, deletedKeys: [], generation: 3, cause: 'write' });
    await store.writeCheckpoint(scope, formerCheckpoint(position));
  }
  await runOnce(run, connection);
  expect(await readSyncState(store, connection, 'accounts')).toMatchObject({ pass: 4, kind: 'full' });
  run.clock.pass(3600);
  await runOnce(run, connection);
  expect(await readSyncState(store, connection, 'accounts')).toMatchObject({ pass: 5, kind: 'full', removed: 1 });
  expect(await copyOf(store, connection)).toEqual(world.expectedCopy(connection));
  const asked = world.asked.length;
  await runOnce(run, connection);
  expect(world.asked).toHaveLength(asked);
  run.clock.pass(3600);
  await runOnce(run, connection);
  expect(await readSyncState(store, connection, 'accounts')).toMatchObject({ pass: 6, kind: 'incremental' });
});
