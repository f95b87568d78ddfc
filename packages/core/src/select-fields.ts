import { GatewayError, type RawValue } from '@connectory/connector-sdk';

/** Which fields of each record to keep; `select` wins over `exclude`. Dotted paths reach into nested objects and arrays of objects. */
export interface FieldChoice {
  readonly select: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** True when the choice changes nothing, so that records can stay the bytes they are. */
export function keepsEverything({ select, exclude }: FieldChoice): boolean {
  return select === undefined && (exclude === undefined || exclude.length === 0);
}

/** Applies a choice to a JSON array of records or to one record. Names that do not occur are ignored. */
export function chooseFields(json: Buffer, choice: FieldChoice): Buffer {
  const value = JSON.parse(json.toString('utf8')) as RawValue;
  const one = choice.select === undefined ? without(treeOf(choice.exclude ?? [])) : only(treeOf(choice.select));
  return Buffer.from(JSON.stringify(Array.isArray(value) ? value.map(one) : one(value)));
}

type Tree = Map<string, Tree>;

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let node = root;
    for (const part of path.split('.')) {
      if (part === '') throw new GatewayError('malformed_request', `"${path}" is not a dotted field path.`);
      const next: Tree = node.get(part) ?? new Map();
      node.set(part, next);
      node = next;
    }
  }
  return root;
}

function only(tree: Tree): (value: RawValue) => RawValue {
  return (value) => {
    if (tree.size === 0 || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(only(tree));
    const kept: Record<string, RawValue> = {};
    for (const [name, below] of tree) if (Object.hasOwn(value, name)) kept[name] = only(below)(value[name]);
    return kept;
  };
}

function without(tree: Tree): (value: RawValue) => RawValue {
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(without(tree));
    const kept: Record<string, RawValue> = {};
    for (const [name, member] of Object.entries(value)) {
      const below = tree.get(name);
      if (below === undefined) kept[name] = member;
      else if (below.size > 0) kept[name] = without(below)(member);
    }
    return kept;
  };
}
