import type { Scalar } from '../../query/condition.ts';
import { decimalOfKey, keyOfDecimal, numberInText } from '../../query/exact-number.ts';
import type { FieldValue } from './field-value.ts';

/** Kinds of values that SQL compares directly. */
export type PlainKind = Exclude<FieldValue['kind'], 'text' | 'json'>;

/** Returns a value as a parameter. Numbers become text, which is exact at any size. */
export function plainValue(kind: PlainKind, value: NonNullable<Scalar>): string | boolean {
  if (typeof value === 'boolean') return value;
  return kind === 'decimal' ? decimalOfKey(String(value)) : String(value);
}

/** Converts a value of a row to one of a search position. The driver returns numbers as text. */
export function scalarOf(kind: PlainKind, value: unknown): Scalar {
  if (typeof value === 'boolean' || value === null) return value;
  return kind === 'decimal' ? keyOfDecimal(String(value)) : numberInText(String(value));
}
