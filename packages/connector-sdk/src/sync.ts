import type { Action } from './action.ts';
import type { KeyPath } from './field-path.ts';
import type { CheckedBind, ParentField, SettingPartitions } from './parent.ts';
import type { PlannedParams } from './sync-only.ts';
import type { TimeForm } from './time.ts';
import type { OrValue } from './value.ts';

type InputOf<A> = A extends Action<infer P, infer S> ? PlannedParams<P, S> : never;

/** Names of the parameters of an action, including the sync-only ones. */
export type ParamOf<A> = keyof InputOf<A> & string;

/** The operands of a filter, by field. */
type Operands<Field extends string> = { readonly [Name in Field]?: unknown };

/** A filter as `context_store_search` takes it (spec/search.md), over the fields of a copy. */
export interface ParentFilter<Field extends string = string> {
  readonly and?: readonly ParentFilter<Field>[];
  readonly or?: readonly ParentFilter<Field>[];
  readonly not?: ParentFilter<Field>;
  readonly eq?: Operands<Field>;
  readonly neq?: Operands<Field>;
  readonly gt?: Operands<Field>;
  readonly gte?: Operands<Field>;
  readonly lt?: Operands<Field>;
  readonly lte?: Operands<Field>;
  readonly in?: Operands<Field>;
  readonly like?: Operands<Field>;
  readonly keyword?: Operands<Field>;
  readonly fuzzy?: Operands<Field>;
  readonly contains?: Operands<Field>;
  readonly any?: Operands<Field>;
}

// How far before the newest value seen a later pass starts.
type LookBack = { readonly days: number; readonly hours?: never } | { readonly hours: number; readonly days?: never };

/**
 * How incremental passes request only new records: the newest value of `field` seen so far is sent as `param` (dotted for a
 * nested parameter).
 */
export interface SyncCursor<Field extends string = string> {
  readonly field: Field;
  readonly param: string;
  /** How the field is written; by default ISO 8601 strings, Unix seconds and Unix milliseconds are recognized. */
  readonly reads?: TimeForm;
  /** How the parameter is written; by default like the field, or in the form that the parameter's schema accepts. */
  readonly writes?: TimeForm;
  /** For records that still change some time after the time they contain. */
  readonly lookBack?: LookBack;
}

/**
 * How the copy of an entity is filled: the action that reads it, its constant parameters, whether it is read once per parent
 * record or setting, and the field by which incremental passes request only new records.
 */
export interface SyncDefinition<Record, Actions, Via extends keyof Actions, Each, Bind> {
  readonly via: Via;
  /** Constants, and values that are computed when a pass begins. */
  readonly params?: { readonly [Param in keyof InputOf<Actions[Via]>]?: OrValue<InputOf<Actions[Via]>[Param]> };
  readonly each?: Each;
  /** Reads only the parents that match this filter. For a setting, it filters the records of `otherwise`; entries are always read. */
  readonly where?: ParentFilter<ParentField<Each>>;
  /**
   * The time of a parent that changes whenever its children do: passes between two full ones read only the children of parents that have
   * changed since.
   */
  readonly changedBy?: ParentField<Each>;
  /** Parameter of `via` <- field of the parent, or a template of such fields for a string: `urn:li:account:{id}`. */
  readonly bind?: CheckedBind<Bind, InputOf<Actions[Via]>, Each, Via>;
  /**
   * For an action that takes several parents at once: how many. The only binding is a string, and the values of the parents are joined with
   * commas. The entity has no partitions then, so its key alone must identify a record.
   */
  readonly batch?: number;
  /** Set if a partition that the vendor does not find (404) has no records; by default it is an error. */
  readonly notFound?: 'empty';
  readonly cursor?: SyncCursor<KeyPath<Record>>;
  /**
   * Matches, by search fields, records that the vendor still returns although they were deleted. By default, those with `deleted: true`,
   * unless `deleted` is a field of the record.
   */
  readonly gone?: ParentFilter;
  /** Increment it when derived fields or `toRecord` change, so that every copy is read from the beginning. */
  readonly revision?: number;
}

/** A sync plan as the engine reads it. */
export interface SyncPlan {
  readonly via: string;
  readonly params?: Readonly<{ [name: string]: unknown }>;
  readonly each?: { readonly name: string } | SettingPartitions;
  readonly where?: ParentFilter;
  readonly changedBy?: string;
  readonly bind?: Readonly<{ [param: string]: string }>;
  readonly batch?: number;
  readonly notFound?: 'empty';
  readonly cursor?: SyncCursor;
  readonly gone?: ParentFilter;
  readonly revision?: number;
  /**
   * Further values of a parameter: each page is read again with each of them, and the members of the object `at` are put together. Set by
   * the engine for fields that do not fit into one request.
   */
  readonly further?: { readonly param: string; readonly values: readonly string[]; readonly at: string };
}
