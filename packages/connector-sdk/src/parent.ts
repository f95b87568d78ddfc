import type { z } from 'zod';
import type { FieldPath, ValueAt } from './field-path.ts';
import type { DerivedFields } from './search.ts';

/** An entity whose records are the partitions of another one. */
export interface ParentEntity {
  readonly name: string;
  readonly record: z.ZodObject;
  readonly search?: { readonly derived: DerivedFields } | null;
}

/**
 * Partitions from a connection setting: a list of strings, each split into named parts (`owner/name`). The last part takes
 * the rest, including other separators (`owner/name/path/to/file`). If the setting is empty, `otherwise` lists the partitions.
 */
export interface SettingPartitions<Parts extends string = string, Other extends ParentEntity = ParentEntity> {
  readonly setting: string;
  readonly separator: string;
  readonly parts: readonly Parts[];
  readonly otherwise?: Other;
}

type RecordOf<Parent extends ParentEntity> = z.output<Parent['record']>;

type NoSuchField<Parent extends ParentEntity, Parts extends string> = [
  Exclude<Parts, FieldPath<RecordOf<Parent>>>,
] extends [never]
  ? unknown
  : `its record has no field ${Exclude<Parts, FieldPath<RecordOf<Parent>>>}`;

/**
 * One partition per entry of a connection setting, its parts bound by name. If the setting is empty, one per record of the `list` action of
 * the entity `otherwise`: its parts are the fields of that name. That entity does not have to be searchable.
 */
export function eachOfSetting<const Parts extends string, Other extends ParentEntity = never>(
  setting: string,
  parts: readonly Parts[],
  options: {
    /** The separator of the parts of an entry; `/` by default. */
    readonly separator?: string;
    readonly otherwise?: Other & NoSuchField<Other, Parts>;
  } = {},
): SettingPartitions<Parts, Other> {
  const { separator = '/', ...rest } = options;
  return Object.freeze({ setting, separator, parts, ...rest });
}

// An entity without derived fields has an index signature there, which names nothing.
type DerivedOf<Parent> = Parent extends { readonly search?: infer Search }
  ? NonNullable<Search> extends { readonly derived: infer Derived }
    ? string extends keyof Derived
      ? unknown
      : Derived
    : unknown
  : unknown;

type DerivedName<Parent> = keyof DerivedOf<Parent> & string;

/** The fields of a parent by path: those of its record, and its derived search fields. For a setting, those of `otherwise`. */
export type ParentField<Each> =
  Each extends SettingPartitions<string, infer Other>
    ? FieldPath<RecordOf<Other>>
    : Each extends ParentEntity
      ? FieldPath<RecordOf<Each>> | DerivedName<Each>
      : never;

// What a parameter can be bound to.
type Offered<Each> = Each extends SettingPartitions<infer Parts> ? Parts : ParentField<Each>;

type DerivedValue<Derived, Name> = Name extends keyof Derived
  ? Derived[Name] extends { readonly type: infer Type extends z.ZodType }
    ? NonNullable<z.output<Type>>
    : never
  : never;

// Parts of a setting are strings; a numeric one is passed as a number.
type OfferedValue<Each, Path extends string, Wanted> = Each extends SettingPartitions
  ? Wanted extends string | number
    ? Wanted
    : string
  : Each extends ParentEntity
    ? Path extends DerivedName<Each>
      ? DerivedValue<DerivedOf<Each>, Path>
      : ValueAt<RecordOf<Each>, Path>
    : never;

type InWords<T> = [T] extends [string]
  ? 'a text'
  : [T] extends [number]
    ? 'a number'
    : [T] extends [boolean]
      ? 'true or false'
      : [T] extends [readonly unknown[]]
        ? 'a list'
        : [T] extends [object]
          ? 'an object'
          : 'of several types';

type BrokenTemplate<Template extends string, Each> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place extends Offered<Each>
    ? OfferedValue<Each, Place, string> extends string | number | boolean
      ? BrokenTemplate<Rest, Each>
      : `${Place} is ${InWords<OfferedValue<Each, Place, string>>}, which no template takes`
    : `${Place} is not a field of the parent`
  : never;

type Problem<Sentence, Otherwise> = [Sentence] extends [never] ? Otherwise : Sentence;

type CheckedPath<Path extends string, Wanted, Each, Param extends string> = string extends Path
  ? Offered<Each>
  : Path extends `${string}{${string}}${string}`
    ? string extends Wanted
      ? Problem<BrokenTemplate<Path, Each>, Path>
      : `${Path} gives a text, the parameter ${Param} is ${InWords<Wanted>}`
    : Path extends Offered<Each>
      ? [OfferedValue<Each, Path, Wanted>] extends [Wanted]
        ? Path
        : `${Path} is ${InWords<OfferedValue<Each, Path, Wanted>>}, the parameter ${Param} is ${InWords<Wanted>}`
      : `${Path} is not a field of the parent`;

type Checked<Bind, Input, Each, Via extends PropertyKey> = {
  readonly [Param in keyof Bind]: Bind[Param] extends string
    ? Param extends keyof Input & string
      ? CheckedPath<Bind[Param], NonNullable<Input[Param]>, Each, Param>
      : `${Param & string} is not a parameter of ${Via & string}`
    : string;
};

/** A valid binding; an invalid one becomes a sentence, so that the compiler shows the reason. */
export type CheckedBind<Bind, Input, Each, Via extends PropertyKey> =
  Bind extends Checked<Bind, Input, Each, Via> ? Bind : Checked<Bind, Input, Each, Via>;
