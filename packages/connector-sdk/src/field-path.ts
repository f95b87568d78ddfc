import type { RawValue } from './raw-value.ts';

type Depth = [never, 0, 1, 2];

/** The declared members of a schema, without those that `z.record` and `z.looseObject` leave open. */
type DeclaredName<T> = keyof { [K in keyof T as string extends K ? never : K & string]: T[K] };

/**
 * Dotted paths into a record such as `via.source.rel`, four levels deep. Arrays are leaves, and so is what the schema leaves open.
 */
export type FieldPath<T, D extends number = 3> = [D] extends [never]
  ? never
  : T extends readonly unknown[]
    ? never
    : T extends object
      ? {
          [K in DeclaredName<T> & keyof T & string]: K | `${K}.${FieldPath<NonNullable<T[K]>, Depth[D]>}`;
        }[DeclaredName<T> & keyof T & string]
      : never;

/** Dotted paths that may lead through array positions as well, such as `keys.0`, for records identified by what they list. */
export type KeyPath<T, D extends number = 3> = [D] extends [never]
  ? never
  : T extends readonly (infer Element)[]
    ? `${number}` | `${number}.${KeyPath<NonNullable<Element>, Depth[D]>}`
    : T extends object
      ? {
          [K in DeclaredName<T> & keyof T & string]: K | `${K}.${KeyPath<NonNullable<T[K]>, Depth[D]>}`;
        }[DeclaredName<T> & keyof T & string]
      : never;

/** The type found at a dotted path; null and undefined along the way are dropped. */
export type ValueAt<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? ValueAt<NonNullable<T[Head]>, Rest>
    : never
  : P extends keyof T
    ? NonNullable<T[P]>
    : never;

/** The dotted paths of `T` whose value is assignable to `V`. */
export type FieldPathTo<T, V> = {
  [P in FieldPath<T>]: ValueAt<T, P> extends V ? P : never;
}[FieldPath<T>];

/** Reads a dotted path; array elements by their index. Undefined if the path does not exist in the value. */
export function valueAt(value: unknown, path: string): RawValue {
  if (path === '') return value;
  let current: RawValue = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The own member with a name that a vendor chose, such as the type of an event; undefined for any other, `constructor` included. */
export function ownMember<Value>(members: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(members, name) ? members[name] : undefined;
}
