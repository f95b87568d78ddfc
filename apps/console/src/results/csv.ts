import { isExactNumber } from '../gateway/execute.ts';
import type { ForeignRecord } from './columns.ts';
import type { FieldFacts } from './field-facts.ts';
import { timeOf } from './shown-value.ts';

/** A column of a table: a field of the records, and what its schema says about it. */
export interface Column {
  readonly name: string;
  readonly facts: FieldFacts;
}

/**
 * Records as CSV (RFC 4180), with the names of the columns in the first line. Times are ISO 8601, nested values JSON, and texts that a
 * spreadsheet would run as formulas begin with an apostrophe.
 */
export function csvOf(records: readonly ForeignRecord[], columns: readonly Column[]): string {
  const lines = [
    columns.map(({ name }) => cell(name)),
    ...records.map((record) => columns.map(({ name, facts }) => cell(plain(record[name], facts)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function plain(value: unknown, { format }: FieldFacts): string {
  if (value === null || value === undefined) return '';
  const time = format === undefined || format === 'date' ? undefined : timeOf(value, format);
  if (time !== undefined) return time.toISOString();
  if (typeof value === 'string') return isFormula(value) ? `'${value}` : value;
  return isExactNumber(value) ? value.rawJSON : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// A negative number is not a formula.
const isFormula = (text: string) => /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text);

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
