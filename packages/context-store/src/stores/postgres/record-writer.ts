import { setImmediate } from 'node:timers/promises';
import { writeExactly } from '@connectory/exact-json';
import type { PageOutcome, StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import type { EntityTable } from './entity-table.ts';
import { type NotedChange, notedChange } from './feed-writer.ts';
import { documentsOf } from './list-records.ts';
import type { CopyScope } from './pass-log.ts';
import { documentDigest, recordRow, upsertText } from './record-row.ts';
import { change, type Runner, run } from './statement.ts';
import { addToVocabulary, vocabularyWords } from './vocabulary.ts';

/** Outcome of writing records. */
export interface WrittenRecords extends PageOutcome {
  /** The added records and those with a changed field, in order. */
  readonly changes: readonly NotedChange[];
  /** Words that are in the vocabulary once the transaction has committed. */
  readonly newWords: readonly string[];
}

/** The copy that records are written to. */
export interface WrittenCopy {
  readonly table: EntityTable;
  readonly layout: EntityLayout;
  readonly copy: CopyScope;
  /** Whether it has no record yet. */
  readonly isNew: boolean;
}

interface ChangedRecord {
  readonly record: StoredRecord;
  readonly digest: string;
}

/** Size of the rows of one statement, in characters. The next rows are made while the database stores these. */
const charactersPerStatement = 50_000;

/**
 * Inserts new records and replaces changed ones. Unchanged records are only compared, by the digest in the primary key's index; for a new
 * copy nothing is compared. Runs inside a transaction that has locked the copy's state. `missingWords` returns the words that are not known
 * to be in the vocabulary.
 */
export async function writeRecords(
  transaction: Runner,
  written: WrittenCopy,
  records: readonly StoredRecord[],
  missingWords: (words: readonly string[]) => readonly string[],
): Promise<WrittenRecords> {
  const { table, copy, isNew } = written;
  const digests = isNew ? new Map<string, string>() : await storedDigests(transaction, table, copy, records);
  const known = new Set(digests.keys());
  const changes = new Map<string, ChangedRecord>();
  const outcome = { added: 0, changed: 0, unchanged: 0 };
  for (const record of records) {
    const digest = documentDigest(table, record);
    const stored = digests.get(record.key);
    if (stored === digest) outcome.unchanged += 1;
    else {
      outcome[stored === undefined ? 'added' : 'changed'] += 1;
      digests.set(record.key, digest);
      changes.set(record.key, { record, digest });
    }
  }
  const noted = await notedChanges(transaction, written, [...changes.values()], known);
  const words = new Set<string>();
  const text = upsertText(table);
  let rows: string[] = [];
  let size = 0;
  let stored: Promise<unknown> = Promise.resolve();
  const store = async (): Promise<void> => {
    const given = `[${rows.join(',')}]`;
    rows = [];
    size = 0;
    await stored;
    stored = run(transaction, text, [copy.connectionId, given]);
    // The error is thrown where `stored` is awaited.
    stored.catch(() => undefined);
    // Sends the statement before more rows are made.
    await setImmediate();
  };
  for (const { record, digest } of changes.values()) {
    const row = recordRow(table, copy.connectionId, record, digest);
    for (const word of row.words) words.add(word);
    const json = writeExactly(row.values);
    rows.push(json);
    size += json.length;
    if (size > charactersPerStatement) await store();
  }
  if (rows.length > 0) await store();
  const newWords = missingWords(vocabularyWords(words));
  await stored;
  await addToVocabulary(transaction, copy, newWords);
  return { ...outcome, changes: noted, newWords };
}

/** Removes records by key and returns the number removed. */
export async function deleteRecords(
  transaction: Runner,
  table: EntityTable,
  connectionId: string,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  return change(transaction, `delete from ${table.name} where connection_id = $1::uuid and key = any($2::text[])`, [
    connectionId,
    keys,
  ]);
}

/** Returns the distinct keys that have a record. */
export async function storedKeys(
  transaction: Runner,
  table: EntityTable,
  connectionId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const rows = await run<{ key: string }>(
    transaction,
    `select key from ${table.name} where connection_id = $1::uuid and key = any($2::text[]) order by key`,
    [connectionId, keys],
  );
  return rows.map(({ key }) => key);
}

async function notedChanges(
  transaction: Runner,
  { table, layout, copy }: WrittenCopy,
  changes: readonly ChangedRecord[],
  known: ReadonlySet<string>,
): Promise<readonly NotedChange[]> {
  const replaced = changes.flatMap(({ record: { key } }) => (known.has(key) ? [key] : []));
  const documents = await documentsOf(transaction, { connectionId: copy.connectionId, layout }, table, replaced);
  return changes.flatMap(({ record }) => {
    const before = documents.get(record.key);
    if (before === undefined) return [{ kind: 'added', key: record.key, fields: [], before: null }];
    return notedChange(record, before) ?? [];
  });
}

async function storedDigests(
  transaction: Runner,
  table: EntityTable,
  { connectionId }: CopyScope,
  records: readonly StoredRecord[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map();
  const rows = await run<{ key: string; digest: string }>(
    transaction,
    `select key, digest from ${table.name} where connection_id = $1::uuid and key = any($2::text[])`,
    [connectionId, records.map(({ key }) => key)],
  );
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}
