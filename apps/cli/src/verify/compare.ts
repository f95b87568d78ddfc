import {
  allowsType,
  declaredTypes,
  fieldName,
  isObject,
  type JsonObject,
  jsonTypeOf,
  type RecordSchema,
  schemaOfOthers,
} from './record-schema.ts';

/** How records differ from their declaration: a value of another type, a missing key, or a field that is not declared. */
interface Difference {
  readonly kind: 'type' | 'missing' | 'undeclared';
  /** Dotted path; `[]` is any element of an array, `*` a name that is data. */
  readonly path: string;
  readonly declared?: string;
  readonly found?: string;
}

/** A difference with the number of values that have it. */
export interface CountedDifference extends Difference {
  readonly count: number;
}

interface Findings {
  readonly differences: readonly Difference[];
  /** The declared fields of the value, and whether each is other than null. */
  readonly seen: readonly (readonly [path: string, isFilled: boolean])[];
}

/** Compares records with their schema, and collects what differs as names, types and counts, never values. */
export class RecordComparison {
  readonly #schema: RecordSchema;
  readonly #counted = new Map<string, CountedDifference>();
  readonly #seen = new Map<string, boolean>();

  constructor(schema: RecordSchema) {
    this.#schema = schema;
  }

  /** Compares one record. */
  add(record: unknown): void {
    const { differences, seen } = compared(this.#schema, record, '');
    for (const [path, isFilled] of seen) this.#seen.set(path, isFilled || this.#seen.get(path) === true);
    for (const difference of differences) {
      const key = JSON.stringify(difference);
      this.#counted.set(key, { ...difference, count: (this.#counted.get(key)?.count ?? 0) + 1 });
    }
  }

  /** The differences, ordered by path. */
  differences(): readonly CountedDifference[] {
    return [...this.#counted.values()].sort((one, other) => one.path.localeCompare(other.path));
  }

  /** Declared fields that no record had, except those within one that no record had or that was always null. */
  unseen(): readonly string[] {
    return declaredPaths(this.#schema, '').filter(
      (path) => !this.#seen.has(path) && [...parentsOf(path)].every((parent) => this.#seen.get(parent) === true),
    );
  }
}

function compared(schema: RecordSchema, value: unknown, path: string): Findings {
  const found = jsonTypeOf(value);
  if (!allowsType(schema, found)) {
    const declared = declaredTypes(schema).join(' | ');
    return { differences: [{ kind: 'type', path, declared, found }], seen: [] };
  }
  const { anyOf } = schema;
  if (anyOf !== undefined) return closest(anyOf, value, found, path);
  if (Array.isArray(value)) return joined(value.map((item) => compared(schema.items ?? {}, item, `${path}[]`)));
  return isObject(value) ? comparedMembers(schema, value, path) : { differences: [], seen: [] };
}

// Of several alternatives, the one that describes the value best.
function closest(alternatives: readonly RecordSchema[], value: unknown, found: string, path: string): Findings {
  const [best] = alternatives
    .filter((schema) => allowsType(schema, found))
    .map((schema) => compared(schema, value, path))
    .sort((one, other) => one.differences.length - other.differences.length);
  return best ?? { differences: [], seen: [] };
}

function comparedMembers(schema: RecordSchema, value: JsonObject, path: string): Findings {
  const { properties, required = [] } = schema;
  const others = schemaOfOthers(schema);
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): Difference => ({ kind: 'missing', path: memberPath(path, name) }));
  // Without names, an object may have any.
  if (properties === undefined && others === undefined) return { differences: missing, seen: [] };
  const members = Object.entries(value).map(([name, member]): Findings => {
    const declared = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (declared !== undefined) {
      const own = memberPath(path, name);
      const inner = compared(declared, member, own);
      return { ...inner, seen: [[own, member !== null], ...inner.seen] };
    }
    if (others !== undefined) return compared(others, member, memberPath(path, '*'));
    const undeclared = memberPath(path, fieldName(name));
    return { differences: [{ kind: 'undeclared', path: undeclared, found: jsonTypeOf(member) }], seen: [] };
  });
  return joined([{ differences: missing, seen: [] }, ...members]);
}

const joined = (each: readonly Findings[]): Findings => ({
  differences: each.flatMap(({ differences }) => differences),
  seen: each.flatMap(({ seen }) => seen),
});

const memberPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function declaredPaths({ properties = {}, items, anyOf = [] }: RecordSchema, path: string): readonly string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    memberPath(path, name),
    ...declaredPaths(schema, memberPath(path, name)),
  ]);
  const inner = items === undefined ? [] : declaredPaths(items, `${path}[]`);
  return [...new Set([...own, ...inner, ...anyOf.flatMap((schema) => declaredPaths(schema, path))])];
}

function* parentsOf(path: string): Generator<string> {
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
    yield withoutElements(path.slice(0, end));
}

const withoutElements = (path: string): string => (path.endsWith('[]') ? withoutElements(path.slice(0, -2)) : path);
