import type { z } from 'zod';
import type { FieldPath } from './field-path.ts';
import type { RawValue } from './raw-value.ts';

/** A search field that is not simply a field of the record. */
export interface DerivedField<Param extends string = string> {
  readonly type: z.ZodType;
  /** Computes the value from the stored record; absent fields are always null. */
  readonly from?: (record: RawValue) => unknown;
  /** The parameter of the call the record was read with whose value this is. */
  readonly param?: Param;
  /** Why no source has this field. */
  readonly absent?: string;
}

/** A search field computed from the record. */
export function from(type: z.ZodType, compute: (record: RawValue) => unknown): DerivedField<never> {
  return { type, from: compute };
}

/**
 * A search field the vendor leaves out of the record because the caller named it: the value of a parameter of the action the
 * sync plan reads with, such as the ticket whose comments are listed.
 */
export function fromParam<const Param extends string>(type: z.ZodType, param: Param): DerivedField<Param> {
  return { type, param };
}

/** A search field the contract lists and the vendor no longer has; it is always null, and the documentation says why. */
export function absent(type: z.ZodType, reason: string): DerivedField<never> {
  return { type, absent: reason };
}

/** Which fields `context_store_search` offers for an entity; `Param` are the parameters its sync plan reads with. */
export interface SearchDefinition<Record, Param extends string = string> {
  /** Paths into the record, offered under the same name. */
  readonly fields: readonly FieldPath<Record>[];
  readonly derived?: Readonly<{ [name: string]: DerivedField<Param> }>;
}
