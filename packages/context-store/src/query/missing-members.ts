import { parseExactly } from '@connectory/exact-json';
import type { StoredRecord } from '../stores/context-store.ts';
import { type FieldReference, fieldsOf, type SearchQuery } from './condition.ts';
import { fieldValue } from './evaluate.ts';
import { isPlainObject, nearestName } from './issues.ts';

/** Number of records that are looked at. */
export const sampledRecords = 100;

const maxWarnings = 5;

/** What a query found: records, or the rows of an aggregation, as JSON text, and the number of records that match if it is known. */
interface Findings {
  readonly rows: readonly string[];
  readonly total: number | null;
}

/**
 * Warnings about undeclared members that none of the first records of the copy has, each with the nearest name of a member they have: those
 * that the filter of a query without results names, and those that an aggregation names and that are null or 0 in every row. `first` reads
 * some records; a query without such members reads none.
 */
export async function missingMembers(
  query: SearchQuery,
  findings: Findings,
  first: (limit: number) => Promise<readonly StoredRecord[]>,
): Promise<readonly string[]> {
  const members = new Map(
    suspected(query, findings)
      .filter(({ root, below, type }) => root !== '' && below.length > 0 && type === 'any')
      .map((field) => [nameOf(field), field]),
  );
  if (members.size === 0) return [];
  const records = await first(sampledRecords);
  const missing = [...members].filter(
    ([, field]) => records.length > 0 && records.every(({ document }) => fieldValue(field, document) === null),
  );
  const subject = records.length < sampledRecords ? 'No record' : `None of the first ${records.length} records`;
  return missing.slice(0, maxWarnings).map(([name, field]) => {
    const near = nearestName(name, siblings(field, records));
    return `${subject} has ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
}

function suspected({ filter, aggregate, after }: SearchQuery, { rows, total }: Findings): readonly FieldReference[] {
  const foundNothing = (total ?? rows.length) === 0;
  if (foundNothing) return filter === null || after !== null ? [] : fieldsOf(filter);
  const columns = [...(aggregate?.groups ?? []), ...(aggregate?.values ?? [])];
  const open = columns.flatMap(({ name, field }) => (field?.type === 'any' ? [{ name, field }] : []));
  if (open.length === 0) return [];
  const read = rows.map((row) => parseExactly(row) as Readonly<Record<string, unknown>>);
  return open.flatMap(({ name, field }) => (read.every((row) => (row[name] ?? 0) === 0) ? [field] : []));
}

const nameOf = ({ root, below }: FieldReference) => [root, ...below].join('.');

function siblings({ root, below }: FieldReference, records: readonly StoredRecord[]): readonly string[] {
  const parent: FieldReference = { root, below: below.slice(0, -1), type: 'any' };
  const names = records.flatMap(({ document }) => {
    const object = fieldValue(parent, document);
    return isPlainObject(object) ? Object.keys(object) : [];
  });
  return [...new Set(names)].map((name) => `${nameOf(parent)}.${name}`);
}
