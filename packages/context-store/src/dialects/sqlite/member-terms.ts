import type { Scalar } from '../../query/condition.ts';
import { firstCodePoints } from '../../query/stored-text.ts';
import type { StoredValue } from '../../store/context-store.ts';

const termLength = 200;

/** A scalar as a `members` index keeps it: a number up to 2^53 as it is, everything else as a text that begins with its type. */
export function memberTerm(value: Scalar): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return `#${value}`;
  return typeof value === 'string' ? `s${firstCodePoints(value, termLength)}` : String(value);
}

/** The terms of the value at a path: of itself, or of the elements of an array. */
export function memberTerms(value: StoredValue): ReadonlySet<string | number> {
  const elements = Array.isArray(value) ? (value as readonly StoredValue[]) : value === null ? [] : [value];
  return new Set(elements.flatMap((element) => (isScalar(element) ? [memberTerm(element)] : [])));
}

function isScalar(value: StoredValue): value is Scalar {
  return value === null || typeof value !== 'object';
}
