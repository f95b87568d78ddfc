import {
  averageDigits,
  type Cell,
  cellOf,
  columnTypes,
  requireFewGroups,
  rowWriter,
} from '../../query/aggregate-cells.ts';
import { sortedLength } from '../../query/bounds.ts';
import type {
  AggregatedValue,
  Aggregation,
  Condition,
  FieldReference,
  GroupKey,
  SearchQuery,
} from '../../query/condition.ts';
import { decimalKey } from '../../query/exact-number.ts';
import { ExactSum } from '../../query/exact-sum.ts';
import { type FieldType, isKeyed } from '../../query/field-type.ts';
import { bucketOf } from '../../query/time-bucket.ts';
import type { AggregatePage } from '../context-store.ts';
import type { ConnectionFile, Row } from './connection-file.ts';
import { type EntityTable, isInOrder, readyIndex } from './entity-table.ts';
import { all, type Fragment, identifier, joined, sql, unpeeked, verbatim } from './fragment.ts';
import { flattened, IndexLookups, orderTarget } from './index-lookups.ts';
import { matchingRecords, type SearchContext, type SearchResult } from './search.ts';
import { exactNumber, jsonPath, orderedValue, pathOf, typeAt } from './values.ts';

/** What was aggregated, and how. */
export interface AggregateResult extends Omit<SearchResult, 'page'> {
  readonly page: AggregatePage;
}

type Bucket = NonNullable<GroupKey['bucket']>;

/** Makes the functions of aggregations available to the statements of a file. */
export function addAggregateFunctions({ connection }: ConnectionFile): void {
  const pure = { deterministic: true, directOnly: true };
  connection.function('connectory_number_key', pure, (value: number | string | null) =>
    typeof value === 'number' ? decimalKey(value) : value,
  );
  connection.function('connectory_bucket', pure, (key: string | null, unit: Bucket['unit'], timeZone: string) =>
    key === null ? null : bucketOf(key, { unit, timeZone }),
  );
  const start = () => new ExactSum();
  const add = (sum: ExactSum, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'string') sum.add(value);
  };
  connection.aggregate('connectory_sum', { ...pure, start, step: add, result: (exact) => exact.sum });
  for (const digits of new Set([averageDigits('decimal'), averageDigits('number')])) {
    const result = (exact: ExactSum) => exact.average(digits);
    connection.aggregate(`connectory_average_${digits}`, { ...pure, start, step: add, result });
  }
}

/** Counts the records that match and aggregates them. Throws `search_timeout` if it takes too long. */
export function aggregate(context: SearchContext, query: SearchQuery): AggregateResult {
  const { file, deadline, matchers } = context;
  deadline.check();
  matchers.clear();
  const lookups = new IndexLookups(context);
  const conditions = query.filter === null ? [] : flattened(query.filter);
  const missing = lookups.missing(conditions);
  const scans = conditions.length > 0 && !lookups.apply(conditions);
  if (query.aggregate === null) {
    const statement = countOf(conditions, context, lookups);
    return { page: { rows: [], total: file.number(statement), hasMore: false }, missing, scans, statement };
  }
  const statement = groupsOf(query.aggregate, query.limit, conditions, context, lookups);
  const rows = file.rows(statement);
  const [groups = 0, total = 0] = (rows[0] ?? []).slice(-2).map(Number);
  requireFewGroups(groups);
  const types = columnTypes(query.aggregate);
  const write = rowWriter(query.aggregate);
  const cellsOf = (row: Row) => types.map((type, column) => storedCell(type, row[column] ?? null));
  return {
    page: {
      rows: rows.slice(0, query.limit).map((row) => write(cellsOf(row))),
      total,
      hasMore: rows.length > query.limit,
    },
    missing,
    scans,
    statement,
  };
}

// A narrow table has one row per record.
function countOf(conditions: readonly Condition[], context: SearchContext, lookups: IndexLookups): Fragment {
  const { table, deadline } = context;
  if (conditions.length === 0) return sql`SELECT count(*) FROM ${identifier(table.stamps)}`;
  const set = lookups.smallest(conditions, Number.POSITIVE_INFINITY);
  if (set !== null && conditions.every((condition) => set.covers.includes(condition))) {
    return sql`SELECT count(*) FROM (${set.ids}) WHERE ${deadline.entriesInTime}`;
  }
  const { from, where } = matchingRecords(set, conditions, context, lookups);
  return sql`SELECT count(*) FROM ${from} WHERE ${all(where)}`;
}

/** The rows that are grouped: SQL of their group keys and of the fields that are aggregated, and where they come from. */
interface Input {
  readonly keys: readonly Fragment[];
  readonly values: readonly Fragment[];
  readonly from: Fragment;
  readonly where: readonly Fragment[];
  /** Whether only entries of an index are read, which may be in the order of the groups. */
  readonly alongIndex: boolean;
}

function groupsOf(
  aggregation: Aggregation,
  limit: number,
  conditions: readonly Condition[],
  context: SearchContext,
  lookups: IndexLookups,
): Fragment {
  const inputs = indexedInputs(aggregation, conditions, context) ?? [
    recordsInput(aggregation, conditions, context, lookups),
  ];
  const grouped = joined(
    inputs.map((input) => groupedSql(aggregation, input)),
    ' UNION ALL ',
  );
  const order = aggregation.sort.map(
    ({ column, direction }) =>
      sql`${columnName(column)} ${verbatim(direction === 'asc' ? 'ASC NULLS LAST' : 'DESC NULLS LAST')}`,
  );
  const orderBy = order.length === 0 ? sql`` : sql`ORDER BY ${joined(order, ', ')}`;
  return sql`SELECT *, count(*) OVER (), sum(total) OVER () FROM (${grouped}) ${orderBy} LIMIT ${unpeeked(limit + 1)}`;
}

// The values of a document are computed first, so that SQLite sorts them and not whole documents.
function groupedSql(
  { groups, values }: Aggregation,
  { keys, values: inputs, from, where, alongIndex }: Input,
): Fragment {
  const named = [...keys, ...inputs].map((value, column) => sql`${value} AS ${inputName(column)}`);
  const rows = sql`SELECT ${joined(named.length === 0 ? [verbatim('1')] : named, ', ')} FROM ${from} WHERE ${all(where)} LIMIT -1`;
  const ofRow = alongIndex ? [...keys, ...inputs] : named.map((_, column) => inputName(column));
  const columns = [
    ...ofRow.slice(0, groups.length),
    ...values.map((value, index) => valueSql(value, ofRow[groups.length + index] ?? verbatim('NULL'))),
  ].map((value, column) => sql`${value} AS ${columnName(column)}`);
  const groupBy = groups.length === 0 ? sql`` : sql`GROUP BY ${joined(ofRow.slice(0, groups.length), ', ')}`;
  const source = alongIndex ? sql`${from} WHERE ${all(where)}` : sql`(${rows})`;
  return sql`SELECT ${joined([...columns, sql`count(*) AS total`], ', ')} FROM ${source} ${groupBy}`;
}

const inputName = (column: number) => verbatim(`i${column}`);
const columnName = (column: number) => verbatim(`c${column}`);

function recordsInput(
  { groups, values }: Aggregation,
  conditions: readonly Condition[],
  context: SearchContext,
  lookups: IndexLookups,
): Input {
  const set = conditions.length === 0 ? null : lookups.smallest(conditions, Number.POSITIVE_INFINITY);
  return {
    ...matchingRecords(set, conditions, context, lookups),
    alongIndex: false,
    keys: groups.map(({ field, bucket }) => bucketSql(cellSql(field, context.table), bucket)),
    values: values.map(({ operator, field }) => {
      if (field === null) return verbatim('1');
      return operator === 'count' ? isPresent(field) : cellSql(field, context.table);
    }),
  };
}

/**
 * Counts all records along the index of the only group field, without reading documents. It has texts cut off (`sortedLength`), so those of
 * the full length are grouped by the documents.
 */
function indexedInputs(
  { groups, values }: Aggregation,
  conditions: readonly Condition[],
  { table, deadline }: SearchContext,
): readonly Input[] | null {
  const [group, ...others] = groups;
  const counts = values.every(({ field }) => field === null);
  if (group === undefined || others.length > 0 || conditions.length > 0 || !counts) return null;
  const { field, bucket } = group;
  const index = isInOrder(table, field.type) ? readyIndex(table, orderTarget(field)) : undefined;
  if (index === undefined) return null;
  const column = sql`r.${identifier(index.column)}`;
  const along = {
    alongIndex: true,
    values: values.map(() => verbatim('1')),
    from: sql`${identifier(table.records)} AS r INDEXED BY ${identifier(index.name)}`,
  };
  const inTime = deadline.entriesInTime;
  if (field.type !== 'string') return [{ ...along, keys: [bucketSql(column, bucket)], where: [inTime] }];
  const isCut = sql`length(${column}) = ${sortedLength}`;
  return [
    { ...along, keys: [column], where: [sql`${isCut} IS NOT TRUE`, inTime] },
    { ...along, alongIndex: false, keys: [cellSql(field, table)], where: [isCut, inTime] },
  ];
}

// In UTC, a key begins with the day.
function bucketSql(key: Fragment, bucket: GroupKey['bucket']): Fragment {
  if (bucket === null) return key;
  const { unit, timeZone } = bucket;
  if (unit === 'week' || timeZone !== 'UTC') return sql`connectory_bucket(${key}, ${unit}, ${timeZone})`;
  const first = {
    day: sql`substr(${key}, 1, 10)`,
    month: sql`substr(${key}, 1, 7) || '-01'`,
    year: sql`substr(${key}, 1, 4) || '-01-01'`,
  };
  return sql`CASE WHEN ${key} >= '0002' AND ${key} < '9999' THEN ${first[unit]} END`;
}

// SQL whose values `storedCell` makes a cell, and which are equal and in order as the cells are.
function cellSql(field: FieldReference, table: EntityTable): Fragment {
  const document = verbatim('r.document');
  const path = jsonPath(pathOf(field));
  const text = sql`(${document} ->> ${path})`;
  switch (field.type) {
    case 'string':
      return field.below.length === 0 ? text : sql`CASE ${typeAt(document, path)} WHEN 'text' THEN ${text} END`;
    case 'any':
      return sql`CASE ${typeAt(document, path)} WHEN 'text' THEN 's' || ${text} WHEN 'true' THEN 'btrue' WHEN 'false' THEN 'bfalse'
        WHEN 'integer' THEN 'n' || connectory_number_key(${exactNumber(document, path)})
        WHEN 'real' THEN 'n' || connectory_number_key(${exactNumber(document, path)}) END`;
    default: {
      const value = orderedValue('r', field);
      return isInOrder(table, field.type) ? value : sql`connectory_number_key(${value})`;
    }
  }
}

// 1 for a field that is not null, otherwise null.
function isPresent(field: FieldReference): Fragment {
  const path = jsonPath(pathOf(field));
  const isNull = isKeyed(field.type)
    ? sql`r.sort_keys ->> ${path} IS NULL`
    : sql`${typeAt(verbatim('r.document'), path)} = 'null'`;
  return sql`CASE WHEN ${isNull} THEN NULL ELSE 1 END`;
}

function valueSql({ operator, field }: AggregatedValue, input: Fragment): Fragment {
  if (field === null) return sql`count(*)`;
  switch (operator) {
    case 'count':
      return sql`count(${input})`;
    case 'count_distinct':
      return sql`count(DISTINCT ${input})`;
    case 'sum':
      return sql`connectory_sum(${input})`;
    case 'avg':
      return sql`${verbatim(`connectory_average_${averageDigits(field.type)}`)}(${input})`;
    case 'min':
      return sql`min(${input})`;
    case 'max':
      return sql`max(${input})`;
  }
}

// Numbers are doubles or keys already (`exactNumberText`), and truth values 0 and 1.
function storedCell(type: FieldType, value: string | number | null): Cell {
  if (typeof value !== 'number') return value;
  return cellOf(type, type === 'boolean' ? value === 1 : value);
}
