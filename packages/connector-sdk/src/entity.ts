import type { z } from 'zod';
import { type Action, type DirectActionName, directActions } from './action.ts';
import { withContinuation } from './continuation.ts';
import type { KeyPath } from './field-path.ts';
import { type OwnFields, ownFieldsOf } from './own-fields.ts';
import type { ParentEntity, SettingPartitions } from './parent.ts';
import type { RawValue } from './raw-value.ts';
import type { DerivedFields, SearchDefinition } from './search.ts';
import type { ParamOf, SyncDefinition, SyncPlan } from './sync.ts';

/** The actions of an entity by name. */
export type EntityActions = { readonly [Name in DirectActionName]?: Action };

type OnlyDirectActions<A> = {
  readonly [Name in Exclude<keyof A, DirectActionName> &
    string]: `${Name} is not an action: use list, get, create, update, delete, api_search, download or upload`;
};

/** An entity as the engine reads it; made by `defineEntity`. */
export interface Entity<
  R extends z.ZodObject = z.ZodObject,
  A extends EntityActions = EntityActions,
  Derived extends DerivedFields = DerivedFields,
> {
  readonly name: string;
  readonly summary: string;
  /** Other words that people use for its records, by which its actions are found. */
  readonly keywords?: readonly string[];
  /** Present if `spec/contract.json` does not have this entity. */
  readonly beyondContract?: true;
  readonly record: R;
  /** Field or fields that identify a record; null if nothing does. */
  readonly key: string | readonly string[] | null;
  readonly actions: A;
  readonly search: {
    /** The fields that are the title of a record. */
    readonly title?: readonly string[];
    /** The template of the URL of a record's page. */
    readonly link?: string;
    /** Parameters of `get` with the search field each takes, where the names differ. */
    readonly get?: Readonly<Record<string, string>>;
    readonly fields: readonly string[];
    /** Those of `fields` that `spec/contract.json` does not have. */
    readonly beyondContract?: readonly string[];
    readonly derived: Derived;
    /** Present if fields are computed in an interpreter; await it before calling `from` of any of them for these records. */
    prepare?(records: readonly RawValue[]): Promise<void>;
  } | null;
  readonly sync: SyncPlan | null;
  /** Present if accounts can add fields to its records. */
  readonly ownFields?: OwnFields;
}

// Only here are the list actions known.
function withContinuations<A extends EntityActions>(actions: A): A {
  const all = Object.entries(actions).map(([name, action]) => [
    name,
    name === 'list' || name === 'api_search' ? withContinuation(action) : action,
  ]);
  return Object.freeze(Object.fromEntries(all));
}

function searchOf<Record, Derived extends DerivedFields>({
  title,
  link,
  get,
  fields,
  beyondContract,
  derived,
}: SearchDefinition<Record, string, Derived>): NonNullable<Entity<z.ZodObject, EntityActions, Derived>['search']> {
  return {
    ...(title !== undefined && { title: [title].flat() }),
    ...(link !== undefined && { link }),
    ...(get !== undefined && { get }),
    fields: [...fields, ...(beyondContract ?? []).filter((name) => !Object.hasOwn(derived ?? {}, name))],
    ...(beyondContract !== undefined && { beyondContract }),
    derived: (derived ?? {}) as Derived,
  };
}

// The search field is not in `spec/contract.json`, whoever's entity it is.
function withOwn<Derived extends DerivedFields>(
  search: NonNullable<Entity<z.ZodObject, EntityActions, Derived>['search']>,
  ownFields: OwnFields | undefined,
  isBeyondContract: true | undefined,
): NonNullable<Entity<z.ZodObject, EntityActions, Derived>['search']> {
  if (ownFields?.values === undefined) return search;
  const { at } = ownFields;
  return {
    ...search,
    ...(!isBeyondContract && { beyondContract: [...(search.beyondContract ?? []), at] }),
    derived: { ...search.derived, [at]: ownFieldsOf(ownFields) },
  };
}

/** An entity as an author writes it. */
export interface EntityDefinition<
  R extends z.ZodObject,
  A extends EntityActions,
  Via extends keyof A,
  Each extends ParentEntity | SettingPartitions,
  Bind extends NonNullable<SyncPlan['bind']> = NonNullable<SyncPlan['bind']>,
  Derived extends DerivedFields = DerivedFields,
> {
  readonly name: string;
  readonly summary: string;
  /** Other words that people use for its records; not in the manifest. */
  readonly keywords?: readonly string[];
  /** Set if `spec/contract.json` does not have this entity; its actions and search fields then say nothing about it. */
  readonly beyondContract?: true;
  readonly record: R;
  readonly key: KeyPath<z.output<R>> | readonly KeyPath<z.output<R>>[] | null;
  readonly actions: A & OnlyDirectActions<A>;
  readonly search?: SearchDefinition<NoInfer<z.output<R>>, ParamOf<NoInfer<A>[NoInfer<Via>]>, Derived>;
  readonly sync?: SyncDefinition<NoInfer<z.output<R>>, NoInfer<A>, Via, Each, Bind>;
  /** Set if accounts can add fields to its records. With `values`, the search field `at` is added to those of the entity. */
  readonly ownFields?: OwnFields;
}

/**
 * Declares one entity: its record, actions, search fields and sync plan. The compiler rejects unknown actions, search fields that are not
 * paths of the record, and bindings of the wrong type.
 */
export function defineEntity<
  R extends z.ZodObject,
  const A extends EntityActions,
  Via extends keyof A,
  Each extends ParentEntity | SettingPartitions,
  const Bind extends NonNullable<SyncPlan['bind']>,
  Derived extends DerivedFields,
>(definition: EntityDefinition<R, A, Via, Each, Bind, Derived>): Entity<R, A, Derived> {
  const { search, sync, ownFields } = definition;
  for (const [name, action] of Object.entries<Action | undefined>(definition.actions)) {
    if (!(directActions as readonly string[]).includes(name)) {
      throw new TypeError(`defineEntity(${definition.name}): ${name} is not an action`);
    }
    if ((action?.file !== undefined) !== (name === 'upload')) {
      throw new TypeError(`defineEntity(${definition.name}): ${name} ${name === 'upload' ? 'needs' : 'has no'} file`);
    }
  }
  return Object.freeze({
    name: definition.name,
    summary: definition.summary,
    ...(definition.keywords !== undefined && { keywords: definition.keywords }),
    ...(definition.beyondContract && { beyondContract: true }),
    record: definition.record,
    key: definition.key,
    actions: withContinuations(definition.actions),
    search: search === undefined ? null : withOwn(searchOf(search), ownFields, definition.beyondContract),
    sync: (sync as SyncPlan | undefined) ?? null,
    ...(ownFields !== undefined && { ownFields }),
  });
}
