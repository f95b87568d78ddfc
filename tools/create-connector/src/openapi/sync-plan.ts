import type { ActionParams } from './action-params.ts';
import type { ActionChoice } from './entity-choices.ts';
import type { OpenApiSource } from './open-api-source.ts';
import { collectionOf, keyTypeOf, type ParentChoice, type Parents, pathAbove } from './parents.ts';
import type { FlatSchema } from './schema-source.ts';

/** The list of an entity, from which its copy is filled. */
export interface ListAction {
  readonly choice: ActionChoice;
  readonly params: ActionParams;
}

/** A parent with the path of its collection. */
export type DraftedParent = ParentChoice & { readonly collection: string };

/** How the copy is filled: all records at once, or those of each record of a parent. */
export interface SyncPlan {
  readonly parent: ParentChoice | undefined;
  /** The parameter for the key of the parent; empty without one. */
  readonly place: string;
}

/** Returns the plan for a list, or why there is none. */
export function syncPlan(list: ListAction | undefined, parents: Parents): SyncPlan | string {
  if (list === undefined) return 'there is no list';
  const [first, ...others] = list.params.required;
  if (first === undefined) return { parent: undefined, place: '' };
  const above = pathAbove(list.choice.path);
  if (above === undefined || others.length > 0 || first !== above.place)
    return `the list requires ${[first, ...others].join(', ')}`;
  const parent = parents.get(above.collection);
  if (parent === undefined) return `add ${above.collection}, whose records contain the ${above.place}`;
  return { parent, place: above.place };
}

/** Returns the entity as a parent of others; null if its records cannot be read without parameters. */
export function asParent(
  source: OpenApiSource,
  flat: FlatSchema,
  name: string,
  constant: string,
  key: string | undefined,
  list: ListAction | undefined,
): DraftedParent | null {
  if (key === undefined || list === undefined) return null;
  const keyType = keyTypeOf(source, flat, key) ?? 'string';
  return { collection: collectionOf(list.choice.path), name, constant, key, keyType };
}
