import { parseExactly, writeExactly } from '@connectory/exact-json';
import type { PageOutcome, StoredRecord, StoredValue, StoreScope } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';
import type { CopyScope } from './copy-state.ts';
import { type EntityTable, type FieldColumns, isText, wholeText } from './entity-table.ts';
import { type NotedChange, notedChange } from './feed.ts';
import { documentDigest, recordRow, upsertText } from './record-row.ts';
import { change, Parameters, type Runner, run } from './statement.ts';
import { addToVocabulary, vocabularyWords } from './words.ts';

/** Outcome of writing records. */
export interface WrittenRecords extends Omit<PageOutcome, 'removed'> {
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
}

interface ChangedRecord {
  readonly record: StoredRecord;
  readonly digest: string;
}

/**
 * Inserts new records and replaces changed ones. Unchanged records are only compared, by the digest in the primary key's index. Runs inside a transaction that has locked the copy's state. `missingWords` returns the words that are not known
 * to be in the vocabulary.
 */
export async function writeRecords(
  transaction: Runner,
  written: WrittenCopy,
  records: readonly StoredRecord[],
  missingWords: (words: readonly string[]) => readonly string[],
): Promise<WrittenRecords> {
  const { table, copy } = written;
  const keys = records.map(({ key }) => key);
  const digests = await storedDigests(transaction, table, copy.connectionId, keys);
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
  const rows = Array.from(changes.values(), ({ record, digest }) =>
    recordRow(table, copy.connectionId, record, digest),
  );
  if (rows.length > 0) {
    const given = writeExactly(rows.map(({ values }) => values));
    await run(transaction, upsertText(table), [copy.connectionId, given]);
  }
  const newWords = missingWords(vocabularyWords(new Set(rows.flatMap(({ words }) => [...words]))));
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

/**
 * Returns the digests of records by key, in key order. Missing records are omitted. Each key is looked up by itself, because the database
 * may know nothing of a growing connection and read all of it otherwise.
 */
export async function storedDigests(
  transaction: Runner,
  table: EntityTable,
  connectionId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await run<{ key: string; digest: string | null }>(
    transaction,
    `select key, (select digest from ${table.name} as record
        where record.connection_id = $1::uuid and record.key = given.key) as digest
      from unnest($2::text[]) as given (key) order by key collate "C"`,
    [connectionId, keys],
  );
  return new Map(rows.flatMap(({ key, digest }) => (digest === null ? [] : [[key, digest] as const])));
}

/** Returns the records of a copy after a key, in key order. */
export async function listRecords(
  runner: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  afterKey: string | null,
  limit: number,
): Promise<readonly StoredRecord[]> {
  const parameters = new Parameters();
  const record = recordSql(layout, table, () => true, parameters);
  const connection = parameters.bind(connectionId, 'uuid');
  const after = afterKey === null ? '' : ` and key > ${parameters.bind(afterKey, 'text')}`;
  const rows = await run<{ key: string; record: string }>(
    runner,
    `select key, ${record} as record from ${table.name} where connection_id = ${connection}${after}
      order by key limit ${parameters.bind(limit, 'integer')}`,
    parameters.values,
  );
  return rows.map(({ key, record: json }) => ({ key, document: documentOf(json) }));
}

/** Returns documents as JSON text by key, with every field of the layout. Missing records are omitted. */
export async function documentsOf(
  runner: Runner,
  { connectionId, layout }: StoreScope,
  table: EntityTable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const parameters = new Parameters();
  const record = recordSql(layout, table, () => true, parameters);
  const rows = await run<{ key: string; record: string | null }>(
    runner,
    `select key, (select ${record} from ${table.name} as record
        where record.connection_id = ${parameters.bind(connectionId, 'uuid')} and record.key = given.key) as record
      from unnest(${parameters.bind(keys, 'text[]')}) as given (key)`,
    parameters.values,
  );
  return new Map(rows.flatMap(({ key, record: json }) => (json === null ? [] : [[key, json] as const])));
}

/** Parses the JSON text of a document, omitting null values. */
export function documentOf(json: string): StoredRecord['document'] {
  const members = Object.entries(parseExactly(json) as Readonly<Record<string, StoredValue>>);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

/** SQL of a record as JSON text: an object with the named fields in layout order, null for missing values. */
export function recordSql(
  layout: EntityLayout,
  table: EntityTable,
  isRequested: (name: string) => boolean,
  parameters: Parameters,
): string {
  const parts: string[] = [];
  let text = '{';
  for (const { name } of layout.fields.filter((field) => isRequested(field.name))) {
    const columns = table.columns.get(name);
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (columns === undefined) text += 'null';
    else {
      parts.push(parameters.bind(text, 'text'), `coalesce(to_json(${valueSql(columns)})::text, 'null')`);
      text = '';
    }
  }
  return [...parts, parameters.bind(`${text}}`, 'text')].join(' || ');
}

function valueSql(columns: FieldColumns): string {
  if (isText(columns)) return wholeText(columns);
  return columns.kind === 'time-number' ? columns.rest : columns.value;
}
