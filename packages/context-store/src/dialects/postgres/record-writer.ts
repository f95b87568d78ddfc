import { writeExactly } from '@connectory/exact-json';
import type { PageOutcome, StoredRecord } from '../../store/context-store.ts';
import type { EntityTable } from './entity-table.ts';
import type { CopyScope } from './pass-log.ts';
import { documentDigest, recordRow, upsertText } from './record-row.ts';
import { change, type Runner, run } from './statement.ts';
import { addToVocabulary, vocabularyWords } from './vocabulary.ts';

/** What writing records did. */
export interface WrittenRecords extends PageOutcome {
  /** The words that are in the vocabulary once the transaction has committed. */
  readonly newWords: readonly string[];
}

/** How many characters of rows one statement carries. */
const charactersPerStatement = 4_000_000;

/**
 * Inserts the records that are new and replaces those whose content changed; the others are only compared, by the digest in the
 * primary key's index, and nothing is where the copy `isNew`. Runs inside a transaction that has locked the copy's state. `missingWords`
 * leaves out the words that are known to be in the vocabulary.
 */
export async function writeRecords(
  transaction: Runner,
  table: EntityTable,
  scope: CopyScope,
  isNew: boolean,
  records: readonly StoredRecord[],
  missingWords: (words: readonly string[]) => readonly string[],
): Promise<WrittenRecords> {
  const digests = isNew ? new Map<string, string>() : await storedDigests(transaction, table, scope, records);
  const changes = new Map<string, { readonly record: StoredRecord; readonly digest: string }>();
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
  const words = new Set<string>();
  const text = upsertText(table);
  let rows: string[] = [];
  let size = 0;
  const send = async (): Promise<void> => {
    if (rows.length > 0) await run(transaction, text, [scope.connectionId, `[${rows.join(',')}]`]);
    rows = [];
    size = 0;
  };
  for (const { record, digest } of changes.values()) {
    const row = recordRow(table, scope.connectionId, record, digest);
    for (const word of row.words) words.add(word);
    const json = writeExactly(row.values);
    rows.push(json);
    size += json.length;
    if (size > charactersPerStatement) await send();
  }
  await send();
  const newWords = missingWords(vocabularyWords(words));
  await addToVocabulary(transaction, scope, newWords);
  return { ...outcome, newWords };
}

/** Removes records by key and gives how many there were. */
export async function deleteRecords(
  transaction: Runner,
  table: EntityTable,
  { connectionId }: CopyScope,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  return change(transaction, `delete from ${table.name} where connection_id = $1::uuid and key = any($2::text[])`, [
    connectionId,
    keys,
  ]);
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
