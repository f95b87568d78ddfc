import type { Scalar } from '../../query/condition.ts';
import { firstCodePoints } from '../../query/stored-text.ts';
import type { StoredValue } from '../context-store.ts';

const termLength = 200;

/** Returns a scalar as stored in a `members` index: a number up to 2^53 unchanged, anything else as a text that begins with its type. */
export function memberTerm(value: Scalar): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return `#${value}`;
  return typeof value === 'string' ? `s${firstCodePoints(value, termLength)}` : String(value);
}

/** Returns the terms of a value: its own, or those of the elements of an array. */
export function memberTerms(value: StoredValue): ReadonlySet<string | number> {
  const elements = Array.isArray(value) ? (value as readonly StoredValue[]) : value === null ? [] : [value];
  return new Set(elements.flatMap((element) => (isScalar(element) ? [memberTerm(element)] : [])));
}

function isScalar(value: StoredValue): value is Scalar {
  return value === null || typeof value !== 'object';
}
