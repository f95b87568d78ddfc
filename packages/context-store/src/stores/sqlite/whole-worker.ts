import { parentPort, workerData } from 'node:worker_threads';
import { parseExactly } from '@connectory/exact-json';
import { recordWriter } from '../../query/result-record.ts';
import { yieldToOtherThreads } from '../../thread-priority.ts';
import { emptyFeed } from '../change-feed.ts';
import { batchBytes, type StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import { type ConnectionFile, ConnectionFiles } from './connection-file.ts';
import { type EntityTable, readEntityTable } from './entity-table.ts';
import { readHead } from './feed.ts';
import { identifier, sql } from './fragment.ts';
import type { WholeBatch, WholeMessage, WholeRequest } from './read-whole.ts';
import { copyFailure, failureOf } from './thread-failure.ts';

// Reads one copy in one transaction: a batch for each message, until a message is null.

// Each page of the file is read once.
const cacheKilobytes = 8_192;

const { directory, connectionId, layout } = workerData as WholeRequest;
// When all cores are busy, live calls and searches run first.
yieldToOtherThreads(10);

const files = new ConnectionFiles(directory, 'read');
const steps = wholeCopy();

parentPort?.on('message', (message: 'next' | null) => {
  if (message === null) {
    steps.return();
    files.close();
    parentPort?.close();
    return;
  }
  try {
    const { value = null } = steps.next();
    const lines = value !== null && 'lines' in value ? [value.lines.buffer] : [];
    parentPort?.postMessage(value, lines);
  } catch (error) {
    parentPort?.postMessage({ failure: failureOf(copyFailure(error, connectionId)) } satisfies WholeMessage);
  }
});

function* wholeCopy(): Generator<WholeMessage, void> {
  const file = files.open(connectionId);
  if (file === null) {
    yield { checkpoint: null, head: emptyFeed };
    return;
  }
  file.limitCache(cacheKilobytes);
  file.changing('BEGIN').run();
  try {
    const table = readEntityTable(file, layout);
    const stored =
      table && file.row(sql`SELECT checkpoint FROM connectory_entities WHERE name = ${layout.entity}`)?.[0];
    yield { checkpoint: typeof stored === 'string' ? stored : null, head: readHead(file) };
    if (table !== null) yield* batches(file, table);
  } finally {
    file.changing('COMMIT').run();
  }
}

function* batches(file: ConnectionFile, { records, isCurrent }: EntityTable): Generator<WholeBatch, void> {
  const write = lineWriter(layout, isCurrent);
  const rows = file.eachRow(sql`SELECT json(document) FROM ${identifier(records)} ORDER BY key`);
  let lines: string[] = [];
  let characters = 0;
  for (const [json] of rows) {
    const line = write(String(json));
    lines.push(line);
    characters += line.length;
    if (characters < batchBytes) continue;
    yield batchOf(lines);
    lines = [];
    characters = 0;
  }
  if (lines.length > 0) yield batchOf(lines);
}

function lineWriter(of: EntityLayout, isCurrent: boolean): (json: string) => string {
  if (isCurrent) return (json) => json;
  const write = recordWriter(of, null);
  return (json) => write(parseExactly(json) as StoredRecord['document']);
}

// A buffer of its own can be handed over to another thread; those of `Buffer.from` may be shared.
function batchOf(lines: readonly string[]): WholeBatch {
  return { lines: new TextEncoder().encode(`${lines.join('\n')}\n`), count: lines.length };
}
