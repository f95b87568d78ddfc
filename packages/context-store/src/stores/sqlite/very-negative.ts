import type { StoredRecord, StoredValue } from '../context-store.ts';

/** Whether a document has a number below -2^53 in a field or a nested member. */
export function hasVeryNegative(document: StoredRecord['document']): boolean {
  for (const name in document) if (isOrHas(document[name] ?? null)) return true;
  return false;
}

function isOrHas(value: StoredValue): boolean {
  if (typeof value === 'bigint') return value < 0n;
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    hasVeryNegative(value as StoredRecord['document'])
  );
}
