import type { RawValue } from '@connectory/connector-sdk';

/** Which fields of each record to keep; `select` wins over `exclude`. Dotted paths reach into nested objects and arrays of objects. */
export interface FieldChoice {
  readonly select: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** Splits a dotted path into the names of members. */
export type PathSplitter = (path: string) => readonly string[];

/** Reduces one record, or each of an array of records, to the chosen fields. */
export type FieldChooser = (value: RawValue) => RawValue;

/**
 * Prepares a choice; undefined when it changes nothing, so that records can stay the bytes they are. Names that do not occur
 * are ignored.
 */
export function fieldChooser(
  { select = [], exclude = [] }: FieldChoice,
  split: PathSplitter = (path) => path.split('.'),
): FieldChooser | undefined {
  if (select.length > 0) return only(treeOf(select, split));
  return exclude.length > 0 ? without(treeOf(exclude, split)) : undefined;
}

/** Names by level; `whole` stands where a path ends, and wins over longer paths. */
type Tree = Map<string, Tree | 'whole'>;

function treeOf(paths: readonly string[], split: PathSplitter): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    const parts = split(path);
    let node = root;
    for (const [depth, part] of parts.entries()) {
      const known = node.get(part);
      if (known === 'whole') break;
      if (depth === parts.length - 1) node.set(part, 'whole');
      else {
        const next: Tree = known ?? new Map();
        node.set(part, next);
        node = next;
      }
    }
  }
  return root;
}

function only(tree: Tree): FieldChooser {
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(only(tree));
    const kept: Record<string, RawValue> = {};
    for (const [name, below] of tree) {
      if (Object.hasOwn(value, name)) kept[name] = below === 'whole' ? value[name] : only(below)(value[name]);
    }
    return kept;
  };
}

function without(tree: Tree): FieldChooser {
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(without(tree));
    const kept: Record<string, RawValue> = {};
    for (const [name, member] of Object.entries(value)) {
      const below = tree.get(name);
      if (below === undefined) kept[name] = member;
      else if (below !== 'whole') kept[name] = without(below)(member);
    }
    return kept;
  };
}
