import { parseExactly } from '@connectory/exact-json';
import type { StoredRecord, StoredValue, StoreScope } from '../context-store.ts';
import type { EntityTable } from './entity-table.ts';
import { recordSql } from './record-sql.ts';
import { Parameters, type Runner, run } from './statement.ts';

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
  const connection = parameters.bind(connectionId, 'uuid');
  const rows = await run<{ key: string; record: string }>(
    runner,
    `select key, ${record} as record from ${table.name}
      where connection_id = ${connection} and key = any(${parameters.bind(keys, 'text[]')})`,
    parameters.values,
  );
  return new Map(rows.map(({ key, record: json }) => [key, json]));
}

/** Parses the JSON text of a document, omitting null values. */
export function documentOf(json: string): StoredRecord['document'] {
  const members = Object.entries(parseExactly(json) as Readonly<Record<string, StoredValue>>);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}
