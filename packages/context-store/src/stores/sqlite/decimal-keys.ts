import { decimalKey } from '../../query/decimal-key.ts';
import { fieldValue } from '../../query/evaluate.ts';
import type { StoredRecord } from '../context-store.ts';
import type { EntityLayout } from '../entity-layout.ts';

/** Returns the sort keys of a document's decimals as JSON, in an object of the same shape; null if it has none. */
export type DecimalKeys = (document: StoredRecord['document']) => string | null;

/** Returns the function that extracts the decimals of an entity, which SQLite cannot compare itself. */
export function decimalKeysOf({ fields }: EntityLayout): DecimalKeys {
  const references = fields.flatMap(({ name, type, members }) => [
    ...(type === 'decimal' ? [{ root: name, below: [], type }] : []),
    ...Object.entries(members)
      .filter(([, member]) => member === 'decimal')
      .map(([path, member]) => ({ root: name, below: path.split('.'), type: member })),
  ]);
  if (references.length === 0) return () => null;
  return (document) => {
    let keys: KeyTree | null = null;
    for (const reference of references) {
      const key = decimalKey(fieldValue(reference, document));
      if (key === null) continue;
      keys ??= newTree();
      place(keys, [reference.root, ...reference.below], key);
    }
    return keys === null ? null : JSON.stringify(keys);
  };
}

interface KeyTree {
  [name: string]: string | KeyTree;
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
