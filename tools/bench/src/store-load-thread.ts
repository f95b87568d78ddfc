import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStore } from '@connectory/context-store';
import { type LoadPlan, loadStore } from './store-load.ts';

/**
 * Loads records according to its plan, in a thread with the priority of the store's threads, so that both sides of the comparison are
 * equal. Posts its progress, then the outcome.
 */
const plan = workerData as LoadPlan;
if (platform === 'linux') setPriority(0, 19);
// The store pauses while the bare loop writes, for longer than with any real source, and must not build indexes meanwhile.
const store = openSqliteStore(plan.directory, { idleMilliseconds: 3_600_000 });
try {
  const outcome = await loadStore(store, plan, (done, all) => parentPort?.postMessage({ done, all }));
  parentPort?.postMessage({ outcome });
} finally {
  await store.close();
}
