import type { z } from 'zod';
import type { FieldPath } from './field-path.ts';
import type { RawValue } from './raw-value.ts';

/** A search field that is not simply a field of the record. */
export interface DerivedField<Param extends string = string, Type extends z.ZodType = z.ZodType> {
  readonly type: Type;
  /** Computes the value from the stored record; absent fields are always null. */
  readonly from?: (record: RawValue) => unknown;
  /** The parameter whose value this is, of the call that read the record. */
  readonly param?: Param;
  /** Why the field is always null. */
  readonly absent?: string;
}

/** The search fields of an entity that are not fields of its record, by name. */
export type DerivedFields<Param extends string = string> = Readonly<Record<string, DerivedField<Param>>>;

/** A search field computed from the record. */
export function from<Type extends z.ZodType>(
  type: Type,
  compute: (record: RawValue) => unknown,
): DerivedField<never, Type> {
  return { type, from: compute };
}

/**
 * A search field that the vendor omits from the record because the request already names it: the value of a parameter of the
 * action that the sync plan reads with, such as the ticket whose comments are listed.
 */
export function fromParam<Type extends z.ZodType, const Param extends string>(
  type: Type,
  param: Param,
): DerivedField<Param, Type> {
  return { type, param };
}

/** A search field that the vendor no longer has; it is always null, and the documentation explains why. */
export function absent<Type extends z.ZodType>(type: Type, reason: string): DerivedField<never, Type> {
  return { type, absent: reason };
}

type TitleField<Record, Derived> = FieldPath<Record> | NoInfer<keyof Derived & string>;

/**
 * Which fields `context_store_search` offers for an entity; `Param` are the parameters its sync plan reads with, `Derived` the
 * fields that are not fields of the record.
 */
export interface SearchDefinition<
  Record,
  Param extends string = string,
  Derived extends DerivedFields = DerivedFields,
> {
  /**
   * What people call a record: the search field, or several whose values are joined by spaces, such as a first and a last name. A path may
   * lead into a search field that is an object. By default, a record is called by its key.
   */
  readonly title?: TitleField<Record, Derived> | readonly TitleField<Record, Derived>[];
  /**
   * The page of a record that a person can open: a URL with places for search fields (`{html_url}`) and for settings of the connection
   * (`https://{setting:subdomain}.example.com/tickets/{id}`). A record that lacks one of them has no link.
   */
  readonly link?: string;
  /**
   * Parameters of `get` with the search field each takes, where neither names are equal nor the parameter takes the key:
   * `{ tag: 'tagName' }`.
   */
  readonly get?: { readonly [param: string]: FieldPath<Record> };
  /** Paths into the record, offered under the same name. */
  readonly fields: readonly FieldPath<Record>[];
  /** More of them, and names of `derived`, which `spec/contract.json` does not have for this entity. */
  readonly beyondContract?: readonly (FieldPath<Record> | NoInfer<keyof Derived & string>)[];
  readonly derived?: Derived & DerivedFields<Param>;
}
