import { GatewayError, shownPointer } from '@connectory/errors';
import { writeExactly } from '@connectory/exact-json';
import type { StoredValue } from '../stores/context-store.ts';
import { bounds } from './bounds.ts';
import type { AggregatedValue, Aggregation } from './condition.ts';
import { decimalKey, isNumber, numberInText, plainDecimal } from './exact-number.ts';
import { type FieldType, isKeyed, keyOf, timeForm } from './field-type.ts';

/** A value as groups compare it: a text whose order by code points is the order of the values; null for none. */
export type Cell = string | null;

/** Digits after the point that averages are rounded to: of decimals, and of other numbers, which are rounded to a double next. */
export const averageDigits = (type: FieldType): number => (type === 'decimal' ? 12 : 18);

/** The types of the columns of a row: group keys, then values. Periods are days, as strings. */
export function columnTypes({ groups, values }: Aggregation): readonly FieldType[] {
  return [...groups.map(({ field, bucket }) => (bucket === null ? field.type : 'string')), ...values.map(valueTypeOf)];
}

function valueTypeOf({ operator, field }: AggregatedValue): FieldType {
  if (field === null || operator === 'count' || operator === 'count_distinct') return 'integer';
  if (operator === 'min' || operator === 'max') return field.type;
  return field.type === 'decimal' ? 'decimal' : 'number';
}

/** The cell of a value of a document; null for a value that is not of the type. In `any`, booleans come before numbers before strings. */
export function cellOf(type: FieldType, value: StoredValue): Cell {
  if (isKeyed(type)) return keyOf(type, value);
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : null;
    case 'any':
      if (typeof value === 'boolean') return `b${value}`;
      if (typeof value === 'string') return `s${value}`;
      return isNumber(value) ? `n${decimalKey(value)}` : null;
    default:
      return isNumber(value) ? decimalKey(value) : null;
  }
}

/** Makes the writer of rows as JSON text: objects with the group keys under their paths, then the values by name. */
export function rowWriter(aggregation: Aggregation): (cells: readonly Cell[]) => string {
  const names = [...aggregation.groups, ...aggregation.values].map(({ name }) => `${JSON.stringify(name)}:`);
  const types = columnTypes(aggregation);
  return (cells) => {
    const members = types.map((type, column) => `${names[column]}${writtenCell(type, cells[column] ?? null)}`);
    return `{${members.join(',')}}`;
  };
}

function writtenCell(type: FieldType, cell: Cell): string {
  if (cell === null) return 'null';
  if (type === 'decimal') return JSON.stringify(plainDecimal(cell));
  if (timeForm(type) !== null) return JSON.stringify(plainTime(cell, timeForm(type) === 'date'));
  switch (type) {
    case 'integer':
    case 'number':
      return writeExactly(numberInText(plainDecimal(cell)));
    case 'boolean':
      return cell;
    case 'any':
      return writtenCell(taggedTypes[cell.slice(0, 1)] ?? 'string', cell.slice(1));
    default:
      return JSON.stringify(cell);
  }
}

const startOfFraction = '2024-11-03T06:10:00.'.length;

const taggedTypes: Readonly<Record<string, FieldType>> = { b: 'boolean', n: 'number', s: 'string' };

// ISO 8601 in UTC without the digits of the fraction that are not needed.
function plainTime(key: string, isDay: boolean): string {
  let end = key.length - 1;
  while (key[end - 1] === '0' && end > startOfFraction) end -= 1;
  if (end > startOfFraction) return `${key.slice(0, end)}Z`;
  const time = key.slice(0, startOfFraction - 1);
  return isDay && time.endsWith('T00:00:00') ? time.slice(0, 10) : `${time}Z`;
}

/** Throws `invalid_query` for a number of groups that is too large. */
export function requireFewGroups(groups: number): void {
  if (groups <= bounds.groups) return;
  const field = '/params/query/aggregate/group_by';
  const message = `makes more than ${bounds.groups} groups of the records. Narrow the filter, or group by fewer fields or a longer period.`;
  throw new GatewayError('invalid_query', `${shownPointer(field)} ${message}`, {
    errors: [{ field, message, error_code: 'too_many_groups' }],
  });
}
