import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';

/**
 * Runs statements on the file given at startup, off the event loop and with the priority of the store's threads. Responds with the first
 * column and the duration in milliseconds.
 */
if (platform === 'linux') setPriority(0, 10);
const file = new SqliteConnection(workerData as string, { readonly: true });
const prepared = new Map<string, SqliteConnection.Statement<unknown[]>>();

parentPort?.on('message', ({ text, parameters }: { text: string; parameters: readonly (string | number)[] }) => {
  const start = performance.now();
  const statement = prepared.get(text) ?? file.prepare<unknown[]>(text).pluck();
  prepared.set(text, statement);
  const values = statement.all(...parameters);
  parentPort?.postMessage({ values, milliseconds: performance.now() - start });
});
