import { setImmediate } from 'node:timers/promises';
import { parseExactly } from '@connectory/exact-json';
import {
  averageDigits,
  type Cell,
  cellOf,
  columnTypes,
  requireFewGroups,
  rowWriter,
} from '../../query/aggregate-cells.ts';
import type {
  AggregatedValue,
  Aggregation,
  FieldReference,
  GroupKey,
  SearchQuery,
  TimeBucket,
} from '../../query/condition.ts';
import { keyOfDecimal } from '../../query/exact-number.ts';
import type { FieldType } from '../../query/field-type.ts';
import { offsetsOf, zoneDecades } from '../../query/time-bucket.ts';
import type { FoundAggregate, StoredValue, StoreScope } from '../context-store.ts';
import { filterSql, fuzzyWords } from './conditions.ts';
import { type EntityTable, wholeText } from './entity-table.ts';
import { Parameters, type Runner, type Statement } from './statement.ts';
import { booleanOf, fieldValue, isNull, numberOf, textOf } from './values.ts';
import { nearWords } from './words.ts';

/**
 * A row: the columns `c0`, `c1`, …, the numbers of groups and of records that match, and the checkpoint. If there is no group, one row has
 * the checkpoint only.
 */
export type AggregateRow = Readonly<Record<string, string | boolean | null>> & {
  readonly groups: string | null;
  readonly total: string | null;
  readonly checkpoint: string | null;
};

/** Reads the offsets of the time zones of an aggregation, which takes long the first time, in steps that hold the event loop shortly. */
export async function readOffsets(aggregation: Aggregation | null): Promise<void> {
  for (const { bucket } of aggregation?.groups ?? []) {
    if (bucket === null || bucket.timeZone === 'UTC') continue;
    for (const decade of zoneDecades) {
      offsetsOf(bucket.timeZone, decade);
      await setImmediate();
    }
  }
}

/**
 * The statement that counts the records that match and aggregates them, together with the checkpoint, so that both are of one state of the
 * database.
 */
export async function aggregateStatement(
  database: Runner,
  { connectionId }: StoreScope,
  table: EntityTable,
  { filter, aggregate, limit }: SearchQuery,
): Promise<Statement> {
  const fuzzy = filter === null ? [] : fuzzyWords(filter);
  const near = await nearWords(database, { connectionId, entityId: table.entityId }, fuzzy);
  const parameters = new Parameters();
  const connection = parameters.bind(connectionId, 'uuid');
  const state = `context_store_state where connection_id = ${connection}
    and entity_id = ${parameters.bind(table.entityId, 'integer')}`;
  const checkpoint = `(select checkpoint::text from ${state}) as checkpoint`;
  if (filter === null && aggregate === null) {
    const text = `select ${checkpoint}, null as groups, (select records from ${state}) as total`;
    return { text, parameters: parameters.values };
  }
  const matches = filter === null ? '' : ` and ${filterSql(filter, { table, connectionId, near, parameters })}`;
  const matching = `from ${table.name} where connection_id = ${connection}${matches}`;
  if (aggregate === null) {
    const text = `select ${checkpoint}, null as groups, count(*) as total ${matching}`;
    return { text, parameters: parameters.values };
  }
  const { groups, values, sort } = aggregate;
  const types = columnTypes(aggregate);
  const inputs = [
    ...groups.map(({ field, bucket }) => bucketSql(cellSql(field, table, parameters), bucket, parameters)),
    ...values.map((value) => inputSql(value, table, parameters)),
  ];
  const input = inputs.map((expression, column) => `${expression} as i${column}`).join(', ');
  const keys = groups.map((_, column) => `i${column}`);
  const columns = [...keys, ...values.map((value, index) => valueSql(value, `i${groups.length + index}`))];
  const grouped = `select ${columns.map((column, index) => `${column} as c${index}, `).join('')}count(*) as records
    from (select ${input === '' ? 'null' : input} ${matching}) as input${keys.length === 0 ? '' : ` group by ${keys.join(', ')}`}`;
  const counted = `select *, count(*) over () as groups, sum(records) over () as total from (${grouped}) as grouped`;
  const shown = types.map((type, column) => `page.c${column}${type === 'any' ? '::text' : ''} as c${column}`);
  const order = sort.flatMap(({ column, direction }) =>
    orderTerms(types[column] ?? 'any', `page.c${column}`).map((term) => `${term} ${direction} nulls last`),
  );
  const text = `select ${[checkpoint, ...shown, 'page.groups', 'page.total'].join(', ')}
    from (select 1) as one left join (${counted}) as page on true
    ${order.length === 0 ? '' : `order by ${order.join(', ')}`} limit ${parameters.bind(limit + 1, 'integer')}`;
  return { text, parameters: parameters.values };
}

/** The result of the rows of a statement. */
export function aggregateOf(rows: readonly AggregateRow[], { aggregate, limit }: SearchQuery): FoundAggregate {
  const { groups = null, total = null, checkpoint = null } = rows[0] ?? {};
  requireFewGroups(Number(groups));
  const found = {
    total: Number(total),
    checkpoint: checkpoint === null ? null : (parseExactly(checkpoint) as StoredValue),
  };
  if (aggregate === null) return { ...found, rows: [], hasMore: false };
  const types = columnTypes(aggregate);
  const write = rowWriter(aggregate);
  const cellsOf = (row: AggregateRow) => types.map((type, column) => storedCell(type, row[`c${column}`] ?? null));
  const grouped = rows.filter((row) => row.total !== null);
  return {
    ...found,
    rows: grouped.slice(0, limit).map((row) => write(cellsOf(row))),
    hasMore: grouped.length > limit,
  };
}

function storedCell(type: FieldType, value: string | boolean | null): Cell {
  if (value === null) return null;
  switch (type) {
    case 'integer':
    case 'number':
    case 'decimal':
      return keyOfDecimal(String(value));
    case 'any':
      return cellOf(type, parseExactly(String(value)) as StoredValue);
    default:
      return String(value);
  }
}

// SQL of the value of a field by which records are grouped and compared; null for a value that is not of the type.
function cellSql(field: FieldReference, table: EntityTable, parameters: Parameters): string {
  const found = fieldValue(table, null, field, parameters);
  if (found.kind === 'text') return `${wholeText(found.columns)} collate "C"`;
  if (found.kind !== 'json') return found.expression;
  switch (field.type) {
    case 'string':
      return textOf(found.value);
    case 'boolean':
      return booleanOf(found.value);
    case 'any':
      return `(case when jsonb_typeof(${found.value}) in ('string', 'number', 'boolean') then ${found.value} end)`;
    default:
      return numberOf(found.value);
  }
}

function inputSql({ operator, field }: AggregatedValue, table: EntityTable, parameters: Parameters): string {
  if (field === null) return 'null';
  if (operator !== 'count') return cellSql(field, table, parameters);
  return `not ${isNull(fieldValue(table, null, field, parameters))}`;
}

function valueSql({ operator, field }: AggregatedValue, input: string): string {
  if (field === null) return 'count(*)';
  switch (operator) {
    case 'count':
      return `count(*) filter (where ${input})`;
    case 'count_distinct':
      return `count(distinct ${input})`;
    case 'sum':
      return `sum(${input})`;
    case 'avg':
      return averageSql(input, averageDigits(field.type));
    case 'min':
      return field.type === 'boolean' ? `bool_and(${input})` : `min(${input})`;
    case 'max':
      return field.type === 'boolean' ? `bool_or(${input})` : `max(${input})`;
  }
}

// Rounded half to even: by whole numbers, because PostgreSQL chooses the digits of a quotient by its operands.
function averageSql(input: string, digits: number): string {
  const units = `abs(sum(${input})) * 1${'0'.repeat(digits)}`;
  const whole = `div(${units}, count(${input}))`;
  const twice = `2 * (${units} - ${whole} * count(${input}))`;
  const isUp = `${twice} > count(${input}) or (${twice} = count(${input}) and mod(${whole}, 2) = 1)`;
  return `case when count(${input}) > 0 then sign(sum(${input})) * (${whole} + case when ${isUp} then 1 else 0 end)
    * 0.${'0'.repeat(digits - 1)}1 end`;
}

// In UTC, a key begins with the day.
const beginnings = { day: [10, ''], month: [7, '-01'], year: [4, '-01-01'] } as const;

function bucketSql(key: string, bucket: GroupKey['bucket'], parameters: Parameters): string {
  if (bucket === null) return key;
  return `(case when ${key} >= '0002' and ${key} < '9999' then ${firstDaySql(key, bucket, parameters)} end)`;
}

function firstDaySql(key: string, bucket: TimeBucket, parameters: Parameters): string {
  const { unit, timeZone } = bucket;
  if (timeZone === 'UTC' && unit !== 'week') {
    const [length, rest] = beginnings[unit];
    return `(substr(${key}, 1, ${length}) || '${rest}') collate "C"`;
  }
  const utc = `substr(${key}, 1, 19)::timestamp`;
  const local = `${utc}${offsetSql(utc, bucket, parameters)}`;
  return `to_char(date_trunc('${unit}', ${local}), 'YYYY-MM-DD') collate "C"`;
}

// The offsets are those of this process, because the server may know other ones.
function offsetSql(utc: string, { timeZone }: TimeBucket, parameters: Parameters): string {
  if (timeZone === 'UTC') return '';
  const [first, ...others] = zoneDecades.flatMap((decade) => offsetsOf(timeZone, decade));
  const seconds = [first, ...others].map((offset) => offset?.seconds ?? 0);
  const starts = parameters.bind(
    others.map(({ from }) => from / 1000),
    'double precision[]',
  );
  const index = `width_bucket(date_part('epoch', ${utc}), ${starts}) + 1`;
  return ` + (${parameters.bind(seconds, 'integer[]')})[${index}] * interval '1 second'`;
}

// In JSON, booleans come before numbers before strings, as the names of their types do.
function orderTerms(type: FieldType, column: string): readonly string[] {
  if (type !== 'any') return [column];
  return [`jsonb_typeof(${column}) collate "C"`, booleanOf(column), numberOf(column), textOf(column)];
}
