import { parentPort, workerData } from 'node:worker_threads';
import SqliteConnection from 'better-sqlite3';
import type { Statement } from './hand-written.ts';

/** Runs statements on the file given at startup, off the event loop as a gateway has to. Responds with the first column. */
const file = new SqliteConnection(workerData as string, { readonly: true });
const prepared = new Map<string, SqliteConnection.Statement<unknown[]>>();

parentPort?.on('message', ({ text, parameters }: Statement) => {
  const statement = prepared.get(text) ?? file.prepare<unknown[]>(text).pluck();
  prepared.set(text, statement);
  parentPort?.postMessage(statement.all(...parameters));
});
