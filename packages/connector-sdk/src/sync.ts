import type { z } from 'zod';
import type { Action } from './action.ts';
import type { FieldPath, FieldPathTo } from './field-path.ts';

/**
 * Partitions taken from a connection setting: a list of texts, each split into named parts (`owner/name`). The last part takes
 * what is left, further separators included (`owner/name/path/to/file`).
 */
export interface SettingPartitions<Parts extends string = string> {
  readonly setting: string;
  readonly separator: string;
  readonly parts: readonly Parts[];
}

/** One partition per entry of a connection setting, its parts bound by name. */
export function eachOfSetting<const Parts extends string>(
  setting: string,
  parts: readonly Parts[],
  separator = '/',
): SettingPartitions<Parts> {
  return { setting, separator, parts };
}

/** An entity whose records serve as partitions of another one. */
export interface ParentEntity {
  readonly name: string;
  readonly record: z.ZodObject;
}

type RecordOf<Each> = Each extends ParentEntity
  ? z.output<Each['record']>
  : Each extends SettingPartitions<infer Parts>
    ? { [Part in Parts]: string }
    : never;

type InputOf<A> = A extends Action<infer P> ? z.input<P> : never;

/** Names of the parameters of an action. */
export type ParamOf<A> = keyof InputOf<A> & string;

/**
 * How the synchronised copy of an entity is filled: which action reads it, with which constant parameters, once per parent
 * record or setting when it needs one, and by which field later passes ask only for what is new.
 */
export interface SyncDefinition<Record, Actions, Via extends keyof Actions, Each> {
  readonly via: Via;
  readonly params?: Partial<InputOf<Actions[Via]>>;
  readonly each?: Each;
  /** Parameter of `via` <- path in the parent record. */
  readonly bind?: {
    readonly [Param in keyof InputOf<Actions[Via]>]?: FieldPathTo<
      RecordOf<Each>,
      NonNullable<InputOf<Actions[Via]>[Param]>
    >;
  };
  /** Newest value of `field` seen so far is passed as `param` (dotted for a nested parameter). */
  readonly cursor?: { readonly field: FieldPath<Record>; readonly param: string };
}

/** A sync plan as the engine reads it. */
export interface SyncPlan {
  readonly via: string;
  readonly params?: Readonly<{ [name: string]: unknown }>;
  readonly each?: { readonly name: string } | SettingPartitions;
  readonly bind?: Readonly<{ [param: string]: string }>;
  readonly cursor?: { readonly field: string; readonly param: string };
}
