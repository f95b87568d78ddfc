import { sql } from 'kysely';
import {
  batchBytes,
  type MentionPage,
  type MentionQuery,
  type RecordBatch,
  type StoreScope,
  type WholeCopy,
} from '../context-store.ts';
import { mentionFilter } from '../mention-filter.ts';
import { readCheckpoints } from './copy-state.ts';
import type { EntityTable } from './entity-table.ts';
import { readHead } from './feed.ts';
import { documentOf, recordSql } from './records.ts';
import { Parameters, type Runner, run } from './statement.ts';

const firstRows = 64;
const maxRows = 5_000;
/** Rows that one part of a search for mentions reads at most. */
const lookedAtOnce = 500;

/**
 * Reads the records of a copy in one transaction, which lasts until `read` settles. Throws the reason of the signal when that aborts.
 */
export function readWhole<Result>(
  database: Runner,
  scope: StoreScope,
  table: EntityTable,
  read: (copy: WholeCopy) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const reading = database.transaction().setIsolationLevel('repeatable read');
  return reading.execute(async (transaction) => {
    await sql`set transaction read only`.execute(transaction);
    const { connectionId } = scope;
    const checkpoints = await readCheckpoints(transaction, connectionId, [table.entityId]);
    return read({
      checkpoint: checkpoints.get(table.entityId) ?? null,
      head: await readHead(transaction, connectionId),
      batches: batchesOf(transaction, scope, table, signal),
    });
  });
}

async function* batchesOf(
  transaction: Runner,
  scope: StoreScope,
  table: EntityTable,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch> {
  let after: string | null = null;
  for (let limit = firstRows; ; ) {
    signal.throwIfAborted();
    const rows: readonly RecordRow[] = await recordsAfter(transaction, scope, table, after, limit);
    const last = rows.at(-1);
    if (last === undefined) return;
    const lines = new TextEncoder().encode(rows.map(({ record }) => `${record}\n`).join(''));
    yield { lines, count: rows.length };
    after = last.key;
    // Records are about as long as those before them.
    limit = Math.min(maxRows, 2 * rows.length);
  }
}

/** Looks through the records after a key, about `batchBytes` of them. */
export async function findMentions(
  database: Runner,
  scope: StoreScope,
  table: EntityTable,
  { after, ...query }: MentionQuery,
): Promise<MentionPage> {
  const isWanted = mentionFilter(query);
  const rows = await recordsAfter(database, scope, table, after, lookedAtOnce);
  const found = rows.filter(({ key, record }) => isWanted(record) || isWanted(key));
  return {
    records: found.map(({ key, record }) => ({ key, document: documentOf(record) })),
    looked: rows.length,
    next: rows.at(-1)?.key ?? null,
  };
}

interface RecordRow {
  readonly key: string;
  readonly record: string;
}

function recordsAfter(
  transaction: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  after: string | null,
  limit: number,
): Promise<readonly RecordRow[]> {
  const parameters = new Parameters();
  const record = recordSql(layout, table, () => true, parameters);
  const connection = parameters.bind(connectionId, 'uuid');
  const beyond = after === null ? '' : ` and key > ${parameters.bind(after, 'text')}`;
  const rows = `select key, ${record} as record from ${table.name} where connection_id = ${connection}${beyond}
    order by key limit ${parameters.bind(limit, 'integer')}`;
  // The record that a batch ends with may be longer than the batch.
  const sized = `select key, record, sum(length(record)) over (order by key) - length(record) as before from (${rows}) as rows`;
  return run(
    transaction,
    `select key, record from (${sized}) as sized where before < ${parameters.bind(batchBytes, 'integer')} order by key`,
    parameters.values,
  );
}
