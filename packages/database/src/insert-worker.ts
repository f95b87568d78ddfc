import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import { DatabaseUnavailableError, type UnavailableReason } from './database-unavailable.ts';
import { type InsertOutcome, type InsertTask, insertRows } from './row-inserter.ts';

/** The thread of a `RowInserter`: stores one batch after the other through its own connection. */
const database = await openDatabase(workerData as string);
let last = Promise.resolve();

async function store({ id, table, columns, rows, key }: InsertTask): Promise<void> {
  let outcome: InsertOutcome = { id };
  try {
    await insertRows(database, table, columns, JSON.parse(rows) as Record<string, string | number | null>[], key);
  } catch (error) {
    outcome = { id, error: error instanceof Error ? error.message : String(error), reason: reasonOf(error) };
  }
  parentPort?.postMessage(outcome);
}

function reasonOf(error: unknown): UnavailableReason | null {
  return error instanceof DatabaseUnavailableError ? error.reason : null;
}

async function leave(): Promise<void> {
  await database.close();
  parentPort?.close();
}

parentPort?.on('message', (task: InsertTask | null) => {
  last = last.then(() => (task === null ? leave() : store(task)));
});
