import type { ActionChoice } from './entity-choices.ts';
import type { OpenApiSource } from './open-api-source.ts';
import { type FlatSchema, typesOf } from './schema-source.ts';

/** The type of a record's key: a string or a whole number. */
export type KeyType = 'string' | 'integer';

/** Types of the placeholders of a path, if the field they refer to is known. */
export type PlaceTypes = ReadonlyMap<string, KeyType>;

/** An entity that can be read without parameters, so that its children can be read for each of its records. */
export interface ParentChoice {
  readonly name: string;
  readonly constant: string;
  /** Field that identifies its records. */
  readonly key: string;
  readonly keyType: KeyType;
}

/** Parents by the path of their collection, such as `/stations`. */
export type Parents = ReadonlyMap<string, ParentChoice>;

/**
 * Returns the collection above a nested one and the parameter of its record: `/stations` and `station_id` of
 * `/stations/{station_id}/readings`.
 */
export function pathAbove(path: string): { readonly collection: string; readonly place: string } | undefined {
  const [, collection, place] = /^(\/.+)\/\{([^{}]+)\}\/[^/{}]+$/.exec(collectionOf(path)) ?? [];
  return collection === undefined || place === undefined ? undefined : { collection, place };
}

/** Returns a path without the format that some vendors append. */
export const collectionOf = (path: string): string => path.replace(/\/$/, '').replace(/\.json$/, '');

/** Returns the type of a key, as its record declares it. */
export function keyTypeOf(source: OpenApiSource, flat: FlatSchema, key: string | undefined): KeyType | undefined {
  if (key === undefined) return undefined;
  const [type] = typesOf(source.resolve(flat.properties[key])).types;
  return type === 'string' ? 'string' : 'integer';
}

/** Returns the types of the placeholders of a path: the last one is the key of the entity, the one above that of the parent. */
export function placeTypes({ path }: ActionChoice, own: KeyType | undefined, parents: Parents): PlaceTypes {
  const types = new Map<string, KeyType>();
  const above = pathAbove(path.replace(/\/\{[^{}]+\}(\.json)?$/, ''));
  const parent = above && parents.get(above.collection);
  if (above !== undefined && parent !== undefined) types.set(above.place, parent.keyType);
  const [, last] = /\{([^{}]+)\}$/.exec(collectionOf(path)) ?? [];
  if (last !== undefined && own !== undefined) types.set(last, own);
  return types;
}
