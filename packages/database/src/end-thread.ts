import type { Worker } from 'node:worker_threads';

/**
 * Asks a thread to leave by the message `null`, and resolves once it has. It is never terminated: that aborts the whole process when it
 * happens during a statement of better-sqlite3.
 */
export function endThread(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.ref();
  worker.postMessage(null);
  return ended;
}
