import type { SearchQuery } from '../../query/condition.ts';
import type { SearchPage } from '../context-store.ts';
import { answersOf } from './answers-of.ts';
import type { ConnectionFile, Row } from './connection-file.ts';
import type { EntityTable } from './entity-table.ts';
import { equalLookup, isEqualLookup, sortedLookup } from './equal-lookup.ts';
import { withKeysForward } from './keys-forward.ts';
import { isRangeLookup, rangeLookup } from './range-lookup.ts';
import { positionValue } from './search-order.ts';
import { mostCharacters } from './short-document.ts';

/** Beyond about 40 records, a round trip to another thread costs this thread less than reading them. */
const mostRecords = 25;
/** Counting and sorting take time as well. */
const mostSorted = 10;

interface ShortRecord {
  readonly key: string;
  readonly json: string;
  /** The value of the field that the index orders. */
  readonly value: Row[number];
}

/** Whether a search may be answered in the calling thread, by reading a short range of an index. */
export function isLookup(query: SearchQuery): boolean {
  return isEqualLookup(query) || isShortRange(query);
}

/** Returns the page of a search that `isLookup`; null for any other search, without an index, and if there is more to read. */
export function shortPage(query: SearchQuery, file: ConnectionFile, table: EntityTable): SearchPage | null {
  if (isShortRange(query)) return rangePage(query, file, table);
  const records = query.sort.length === 0 ? equalRecords(query, file, table) : sortedRecords(query, file, table);
  return records === null ? null : pageOf(records, query, table);
}

function isShortRange(query: SearchQuery): boolean {
  return query.limit <= mostRecords && isRangeLookup(query);
}

function equalRecords(query: SearchQuery, file: ConnectionFile, table: EntityTable): readonly ShortRecord[] | null {
  const most = Math.min(query.limit, mostRecords);
  const lookupOf = (limit: number) => equalLookup({ ...query, limit }, table, 'short');
  // Most values are those of a single record. Reading rows one at a time costs a third more.
  const single = lookupOf(1);
  const found = single === null ? null : shortRecords(file.rows(single));
  if (found === null || found.length <= 1) return found;
  const lookup = most === 1 ? null : lookupOf(most);
  const records = lookup === null ? null : shortRecords(file.eachRow(lookup));
  return records === null || records.length > most ? null : records;
}

function sortedRecords(query: SearchQuery, file: ConnectionFile, table: EntityTable): readonly ShortRecord[] | null {
  const most = Math.min(query.limit, mostSorted);
  const lookup = sortedLookup(query, table, most);
  if (lookup === null) return null;
  // Counted first, because reading records in vain takes much longer.
  const count = file.number(lookup.count);
  const records = count > most ? null : shortRecords(file.rows(lookup.records));
  return records?.length === count ? records : null;
}

function rangePage(query: SearchQuery, file: ConnectionFile, table: EntityTable): SearchPage | null {
  const lookup = rangeLookup(query, table);
  const records = lookup === null ? null : shortRecords(file.eachRow(lookup.statement));
  if (lookup === null || records === null) return null;
  const { sort, limit } = query;
  const page = records.slice(0, limit);
  const beyond = records[limit];
  // Records without a value could follow.
  if (beyond === undefined && !lookup.isBounded) return null;
  if (sort[0]?.direction !== 'desc') return pageOf(page, query, table, beyond !== undefined);
  // Unread records with the same value could come before these.
  if (beyond !== undefined && beyond.value === page.at(-1)?.value) return null;
  return pageOf(
    withKeysForward(page, ({ value }) => value),
    query,
    table,
    beyond !== undefined,
  );
}

/** Returns the records in rows of key, document and value; null if they are too long. */
function shortRecords(rows: Iterable<Row>): readonly ShortRecord[] | null {
  const records: ShortRecord[] = [];
  let characters = 0;
  for (const [key, json, value = null] of rows) {
    if (typeof json !== 'string') return null;
    characters += json.length;
    if (characters > mostCharacters) return null;
    records.push({ key: String(key), json, value });
  }
  return records;
}

function pageOf(records: readonly ShortRecord[], query: SearchQuery, table: EntityTable, hasMore = false): SearchPage {
  const documents = records.map(({ json }) => json);
  const last = hasMore ? records.at(-1) : undefined;
  return {
    records: answersOf(documents, query, table),
    next:
      last === undefined
        ? null
        : { values: query.sort.map(({ field }) => positionValue(field, last.value)), key: last.key },
  };
}
