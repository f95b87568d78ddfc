import type { StoredRecord } from '../stores/context-store.ts';
import type { LayoutField } from '../stores/entity-layout.ts';
import { fieldValue } from './evaluate.ts';
import { isKeyed, type KeyedType, keyOf } from './field-type.ts';

/** A search field, or a member below it, whose values are compared by a key. */
export interface KeyedPath {
  readonly root: string;
  readonly below: readonly string[];
  readonly type: KeyedType;
}

/** The decimals and times among fields and their members. */
export function keyedPaths(fields: readonly LayoutField[]): readonly KeyedPath[] {
  return fields
    .flatMap(({ name, type, members }) => [
      { root: name, below: [], type },
      ...Object.entries(members).map(([path, member]) => ({ root: name, below: path.split('.'), type: member })),
    ])
    .flatMap(({ type, ...path }) => (isKeyed(type) ? [{ ...path, type }] : []));
}

/** Keys in an object of the shape of their document. */
export interface KeyTree {
  [name: string]: string | KeyTree;
}

/** The keys that the values of a document at some paths have; null if it has none. */
export function keyTree(paths: readonly KeyedPath[], document: StoredRecord['document']): KeyTree | null {
  let keys: KeyTree | null = null;
  for (const path of paths) {
    const key = keyOf(path.type, fieldValue(path, document));
    if (key === null) continue;
    keys ??= newTree();
    place(keys, [path.root, ...path.below], key);
  }
  return keys;
}

// No prototype, so that a field can have any name.
function newTree(): KeyTree {
  return Object.create(null) as KeyTree;
}

function place(tree: KeyTree, [name = '', ...below]: readonly string[], key: string): void {
  if (below.length === 0) {
    tree[name] = key;
    return;
  }
  const known = tree[name];
  const inner = typeof known === 'object' ? known : newTree();
  tree[name] = inner;
  place(inner, below, key);
}
