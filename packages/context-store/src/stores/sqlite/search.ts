import { parseExactly } from '@connectory/exact-json';
import type { Condition, FieldReference, Scalar, SearchPosition, SearchQuery, SortKey } from '../../query/condition.ts';
import { integerOfKey } from '../../query/exact-number.ts';
import { recordWriter } from '../../query/result-record.ts';
import type { SearchPage, StoredRecord } from '../context-store.ts';
import { type ConditionScope, conditionSql, parameterOf, type TextMatchers, textPrefilter } from './conditions.ts';
import type { Row } from './connection-file.ts';
import {
  type EntityIndex,
  type EntityTable,
  type IndexTarget,
  isInOrder,
  readyIndex,
  targetKey,
} from './entity-table.ts';
import { all, type Fragment, identifier, joined, some, sql, unpeeked, verbatim } from './fragment.ts';
import {
  columnLookup,
  flattened,
  IndexLookups,
  type LookupContext,
  orderTarget,
  type RecordSet,
} from './index-lookups.ts';
import { compareExactly, isVeryNegative, orderedValue } from './values.ts';

/** What a thread provides to a search. */
export interface SearchContext extends LookupContext {
  readonly matchers: TextMatchers;
}

/** A found page, and how it was found. */
export interface SearchResult {
  readonly page: SearchPage;
  /** Indexes that would have narrowed or ordered the records further. */
  readonly missing: readonly IndexTarget[];
  /** Whether all records had to be read. */
  readonly scans: boolean;
  /** The last statement that returned records. */
  readonly statement: Fragment;
}

/** Selects columns of a part of the records (`r`) in the order of a search; the parts of a search follow each other. */
type SelectPart = (columns: Fragment, limit: number) => Fragment;

/**
 * Runs a search with one statement. SQLite has no statistics of word indexes and knows nothing of how soon a page is full, so the way is
 * chosen here: the records that the best index finds for the filter are sorted if there are few; otherwise records are read in the requested
 * order from the index of the first sort field until the page is full. Throws `search_timeout` if it takes too long.
 */
export function search(context: SearchContext, query: SearchQuery): SearchResult {
  const { file, table, deadline, matchers } = context;
  const { filter, sort, limit } = query;
  deadline.check();
  matchers.clear();
  const lookups = new IndexLookups(context);
  const conditions = filter === null ? [] : flattened(filter);
  const order = indexedOrder(query, conditions, table);
  const keys = order?.keys ?? orderKeys(sort, table, null);
  const rest = conditions.filter((condition) => order?.covers.includes(condition) !== true);
  const set =
    rest.length === 0
      ? null
      : lookups.smallest(rest, order === null ? Number.POSITIVE_INFINITY : fewFor(query, context));
  const parts =
    set === null && order !== null
      ? orderParts(order, query, rest, context, lookups)
      : [sortedPart(set, keys, query, conditions, context, lookups)];
  const columns = joined([sql`r.key, json(r.document)`, ...keys.map(({ value }) => value)], ', ');
  // Where SQLite has to sort, it sorts the IDs and not whole documents.
  const statementOf = (select: SelectPart, rowLimit: number) =>
    set === null && keys.length === 0
      ? select(columns, rowLimit)
      : sql`SELECT ${columns} FROM (${select(sql`r.id`, rowLimit)}) AS page
          CROSS JOIN ${identifier(table.records)} AS r ON r.id = page.id ORDER BY ${orderBy(keys)}`;
  const rows: Row[] = [];
  let statement = sql`SELECT 1 WHERE 0`;
  for (const part of parts) {
    if (rows.length > limit) break;
    statement = statementOf(part, limit + 1 - rows.length);
    rows.push(...file.rows(statement));
  }
  const firstOrder = sort[0] === undefined ? [] : [orderTarget(sort[0].field)];
  const found = rows.slice(0, limit);
  const last = rows.length > limit ? found.at(-1) : undefined;
  return {
    page: {
      records: resultsOf(found, query, table),
      keys: found.map(([key]) => String(key)),
      next: last === undefined ? null : positionOf(last, sort),
    },
    missing: [...lookups.missing(rest), ...firstOrder.filter((target) => readyIndex(table, target) === undefined)],
    scans: set === null && (order === null || (order.covers.length === 0 && rest.length > 0 && !lookups.apply(rest))),
    statement,
  };
}

// At evenly distributed matches, sorting so many records takes about as long as reading records in order until the page is full.
function fewFor({ limit }: SearchQuery, { file, table }: SearchContext): number {
  const newest = file.number(sql`SELECT max(id) FROM ${identifier(table.records)}`);
  return Math.ceil(Math.sqrt((limit + 1) * newest));
}

function resultsOf(
  rows: readonly Row[],
  { fields }: SearchQuery,
  { layout, isCurrent }: EntityTable,
): readonly string[] {
  const documents = rows.map(([, json]) => String(json));
  if (fields === null && isCurrent) return documents;
  const write = recordWriter(layout, fields);
  return documents.map((text) => write(parseExactly(text) as StoredRecord['document']));
}

function positionOf([key, , ...values]: Row, sort: readonly SortKey[]): SearchPosition {
  return { values: sort.map(({ field }, index) => positionValue(field, values[index] ?? null)), key: String(key) };
}

function positionValue({ type }: FieldReference, value: string | number | null): Scalar {
  if (type === 'boolean') return value === null ? null : value === 1;
  const isKey = typeof value === 'string' && (type === 'integer' || type === 'number');
  return isKey ? integerOfKey(value) : value;
}

/** One key of an order, as SQL. */
interface OrderKey {
  readonly value: Fragment;
  readonly direction: SortKey['direction'];
  /** Whether SQLite sorts the values correctly (`isInOrder`). */
  readonly isInOrder: boolean;
}

/** The order that an index provides. */
interface IndexedOrder {
  /** Null for the index of the record key. */
  readonly index: EntityIndex | null;
  readonly keys: readonly OrderKey[];
  readonly column: Fragment;
  /** Conditions on the column. */
  readonly where: readonly Fragment[];
  /** The conditions of the filter that `where` states. */
  readonly covers: readonly Condition[];
}

function orderKeys(sort: readonly SortKey[], table: EntityTable, first: Fragment | null): readonly OrderKey[] {
  return sort.map(({ field, direction }, index) => ({
    value: (index === 0 ? first : null) ?? orderedValue('r', field),
    direction,
    isInOrder: isInOrder(table, field.type),
  }));
}

// Null if no index provides the order.
function indexedOrder(
  { sort }: SearchQuery,
  conditions: readonly Condition[],
  table: EntityTable,
): IndexedOrder | null {
  const [first] = sort;
  if (first === undefined) return equalOrder(conditions, table);
  const target = orderTarget(first.field);
  const index = isInOrder(table, first.field.type) ? readyIndex(table, target) : undefined;
  if (index === undefined) return null;
  const column = columnOf(index);
  const covers = conditions.filter((condition) => isRange(condition) && exactLookup(condition, table, target) !== null);
  return {
    index,
    keys: orderKeys(sort, table, column),
    column,
    where: covers.flatMap((condition) => exactLookup(condition, table, target)?.where(column) ?? []),
    covers,
  };
}

// Entries of an index with the same value are in the order of the record key.
function equalOrder(conditions: readonly Condition[], table: EntityTable): IndexedOrder {
  for (const condition of conditions) {
    if (condition.kind !== 'compare' || condition.operator !== 'eq' || condition.value === null) continue;
    const lookup = exactLookup(condition, table, orderTarget(condition.field));
    const index = lookup === null ? undefined : readyIndex(table, lookup.target);
    if (lookup === null || index === undefined) continue;
    const column = columnOf(index);
    return { index, keys: [], column, where: [lookup.where(column)], covers: [condition] };
  }
  return { index: null, keys: [], column: verbatim('r.key'), where: [], covers: [] };
}

function columnOf({ column }: EntityIndex): Fragment {
  return sql`r.${identifier(column)}`;
}

function isRange(condition: Condition): boolean {
  return condition.kind === 'compare' && condition.value !== null;
}

function exactLookup(condition: Condition, table: EntityTable, target: IndexTarget) {
  const lookup = columnLookup(condition, table);
  return lookup?.isExact && targetKey(lookup.target) === targetKey(target) ? lookup : null;
}

// Records with a value come before those without one, in both directions.
function orderParts(
  { index, keys, column, where }: IndexedOrder,
  { after }: SearchQuery,
  rest: readonly Condition[],
  { table, deadline, matchers }: SearchContext,
  lookups: IndexLookups,
): readonly SelectPart[] {
  const scope = conditionScope(matchers, lookups);
  const tests = [
    // Without a condition, only the page is read.
    ...(rest.length > 0 ? [deadline.documentsInTime(verbatim('r.document'))] : []),
    ...(after === null ? [] : [isAfter(keys, after)]),
    ...rest.map((condition) => conditionSql(condition, scope)),
  ];
  const part =
    (conditions: readonly Fragment[], order: Fragment): SelectPart =>
    (columns, limit) =>
      sql`SELECT ${columns} FROM ${identifier(table.records)} AS r INDEXED BY ${identifier(index?.name ?? table.keyIndex)}
      WHERE ${all([...conditions, ...tests])} ORDER BY ${order} LIMIT ${unpeeked(limit)}`;
  const [first, ...others] = keys;
  if (first === undefined) return [part(where, orderBy(keys))];
  const from = after?.values[0] ?? null;
  const begin =
    from === null
      ? []
      : [sql`${column} ${verbatim(first.direction === 'asc' ? '>=' : '<=')} ${unpeeked(parameterOf(from))}`];
  const bounds = [...where, ...begin];
  // Without NULLS LAST, so that SQLite reads the index in order.
  const valueOrder = sql`${column} ${verbatim(first.direction === 'asc' ? 'ASC' : 'DESC')}, ${orderBy(others)}`;
  return [
    ...(after !== null && from === null
      ? []
      : [part(bounds.length === 0 ? [sql`${column} IS NOT NULL`] : bounds, valueOrder)]),
    ...(where.length > 0 ? [] : [part([sql`${column} IS NULL`], orderBy(others))]),
  ];
}

// Sorts the records of a set that satisfy the filter; without a set, all records.
function sortedPart(
  set: RecordSet | null,
  keys: readonly OrderKey[],
  { after }: SearchQuery,
  conditions: readonly Condition[],
  context: SearchContext,
  lookups: IndexLookups,
): SelectPart {
  const { from, where } = matchingRecords(set, conditions, context, lookups);
  const following = all(after === null ? where : [...where, isAfter(keys, after)]);
  return (columns, limit) =>
    sql`SELECT ${columns} FROM ${from} WHERE ${following} ORDER BY ${orderBy(keys)} LIMIT ${unpeeked(limit)}`;
}

/** The records (`r`) of a set that satisfy conditions; without a set, of all records. */
export function matchingRecords(
  set: RecordSet | null,
  conditions: readonly Condition[],
  { table, deadline, matchers }: SearchContext,
  lookups: IndexLookups,
): { readonly from: Fragment; readonly where: readonly Fragment[] } {
  const scope = conditionScope(matchers, set === null ? lookups : null);
  const records = sql`${identifier(table.records)} AS r`;
  const unsure = conditions.filter((condition) => set?.covers.includes(condition) !== true);
  return {
    from: set === null ? records : sql`(${set.ids}) AS candidate CROSS JOIN ${records} ON r.id = candidate.id`,
    where: [
      deadline.documentsInTime(verbatim('r.document')),
      ...unsure.map((condition) => conditionSql(condition, scope)),
    ],
  };
}

// With lookups, texts are compared through their indexes, which costs less than reading very many texts.
function conditionScope(matchers: TextMatchers, lookups: IndexLookups | null): ConditionScope {
  return {
    document: verbatim('r.document'),
    keys: verbatim('r.sort_keys'),
    matchesText: (text, condition) => {
      const isOfElement = condition.field.root === '';
      const isLikeFast = condition.kind === 'like' && textPrefilter(text, condition) !== null;
      const set = lookups === null || isOfElement || isLikeFast ? null : lookups.textSet(condition);
      // The unary plus keeps SQLite from reading the records in the order of the set.
      const isInSet = set === null ? null : sql`+r.id IN (${set.ids})`;
      if (isInSet !== null && set?.isExact) return isInSet;
      const matches = matchers.matches(text, condition);
      return isInSet === null ? matches : all([isInSet, matches]);
    },
  };
}

const directions = { asc: verbatim('ASC NULLS LAST'), desc: verbatim('DESC NULLS LAST') };

function orderBy(keys: readonly OrderKey[]): Fragment {
  const terms = keys.flatMap(({ value, direction, isInOrder: isSorted }) => [
    ...(isSorted ? [] : [sql`${isVeryNegative(value)} ${directions[direction === 'asc' ? 'desc' : 'asc']}`]),
    sql`${value} ${directions[direction]}`,
  ]);
  return joined([...terms, verbatim('r.key')], ', ');
}

// Whether a record comes after a position.
function isAfter(keys: readonly OrderKey[], { values, key }: SearchPosition): Fragment {
  const equal: Fragment[] = [];
  const alternatives: Fragment[] = [];
  keys.forEach((orderKey, index) => {
    const value = values[index] ?? null;
    if (value !== null) alternatives.push(all([...equal, isBeyond(orderKey, value)]));
    equal.push(sql`${orderKey.value} IS ${unpeeked(parameterOf(value))}`);
  });
  alternatives.push(all([...equal, sql`r.key > ${key}`]));
  return some(alternatives);
}

function isBeyond({ value, direction, isInOrder: isSorted }: OrderKey, than: Exclude<Scalar, null>): Fragment {
  const sign = direction === 'asc' ? '>' : '<';
  const operand = parameterOf(than);
  const isFarther = isSorted ? sql`${value} ${verbatim(sign)} ${operand}` : compareExactly(value, sign, operand);
  return sql`(${isFarther} OR ${value} IS NULL)`;
}
