import type { z } from 'zod';
import type { FieldPath } from './field-path.ts';
import type { RawValue } from './raw-value.ts';

/** A search field that is not simply a field of the record. */
export interface DerivedField {
  readonly type: z.ZodType;
  /** Computes the value from the stored record; absent fields are always null. */
  readonly from?: (record: RawValue) => unknown;
  /** Why no source has this field. */
  readonly absent?: string;
}

/** A search field computed from the record. */
export function from(type: z.ZodType, compute: (record: RawValue) => unknown): DerivedField {
  return { type, from: compute };
}

/** A search field the contract lists and the vendor no longer has; it is always null, and the documentation says why. */
export function absent(type: z.ZodType, reason: string): DerivedField {
  return { type, absent: reason };
}

/** Which fields `context_store_search` offers for an entity. */
export interface SearchDefinition<Record> {
  /** Paths into the record, offered under the same name. */
  readonly fields: readonly FieldPath<Record>[];
  readonly derived?: Readonly<{ [name: string]: DerivedField }>;
}
