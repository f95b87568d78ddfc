import { type FieldType, isKeyed, keyOf, timeForm, valueType } from '@connectory/context-store';
import { writeExactly } from '@connectory/exact-json';
import type { DeclaredColumn } from '../columns.ts';

/** A value as files have it: decimals and JSON as text, times as the text of `keyOf`. */
export type Cell = string | number | bigint | boolean;

/** A record as its line has it. */
export type LineRecord = Readonly<Record<string, unknown>>;

/** Returns the cell of a record: null for null and for what is not there, undefined for a value that is not of the declared type. */
export type CellReader = (record: LineRecord) => Cell | null | undefined;

/** Makes the reader of the cells of a column. */
export function cellReader({ path, type }: DeclaredColumn): CellReader {
  const typed = typedCell(type);
  return (record) => {
    let value: unknown = record;
    for (const name of path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
        return null;
      value = (value as LineRecord)[name];
    }
    return value === null ? null : typed(value);
  };
}

function typedCell(type: FieldType): (value: unknown) => Cell | undefined {
  if (isKeyed(type)) {
    const isTime = timeForm(type) !== null;
    return (value) => {
      const key = keyOf(type, value);
      if (key === null) return undefined;
      return isTime ? key : String(value);
    };
  }
  switch (valueType(type)) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'integer':
      return (value) => (typeof value === 'bigint' || Number.isInteger(value) ? (value as bigint | number) : undefined);
    case 'number':
      return (value) => (typeof value === 'bigint' || typeof value === 'number' ? value : undefined);
    case 'object':
    case 'array':
    case 'any':
      return writeExactly;
  }
}

/** The text of a time cell: ISO 8601 in UTC, without the fraction of a second if that is zero; a date if the values are dates. */
export function timeText(type: FieldType, key: string): string {
  if (timeForm(type) === 'date' && isMidnight(key)) return key.slice(0, 10);
  let fraction = key.slice(20, -1);
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${key.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Whether a time cell is the beginning of a day. */
export function isMidnight(key: string): boolean {
  return key.endsWith('T00:00:00.000000000Z');
}

/** A decimal as an integer and the number of its digits that are a fraction, as it is written. */
export interface DecimalParts {
  readonly digits: bigint;
  readonly scale: number;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The parts of a decimal cell. */
export function decimalParts(text: string): DecimalParts {
  const [, sign, whole = '', fraction = '', power = '0'] = decimalText.exec(text) ?? [];
  const exponent = Number(power) - fraction.length;
  const digits = BigInt(whole + fraction) * (exponent > 0 ? 10n ** BigInt(exponent) : 1n);
  return { digits: sign === '-' ? -digits : digits, scale: Math.max(0, -exponent) };
}
