import { arrayOrEmpty, isJsonObject, type JsonObject, objectOrEmpty, pointerTokens } from '../json.ts';

/** A schema without `$ref`, `allOf`, `anyOf` and `oneOf` at its top and with at most one type. */
export type FlatSchema = JsonObject;

/** Alternatives multiply where unions meet inside allOf; no parameter of a real action needs more than these. */
export const mostAlternatives = 64;

/**
 * Writes a schema as the list of plain schemas it is the union of: references followed, `allOf` merged, one entry per
 * member of `anyOf`, `oneOf` and of a list of types. Null comes last, so that the first entry is a real value.
 */
export function alternativesOf(schema: unknown, root: unknown): FlatSchema[] {
  const flat = expand(schema, root, 0).flatMap(splitTypes);
  return flat
    .toSorted((left, right) => Number(left.type === 'null') - Number(right.type === 'null'))
    .slice(0, mostAlternatives);
}

function expand(schema: unknown, root: unknown, depth: number): FlatSchema[] {
  if (!isJsonObject(schema) || depth > 16) {
    return [{}];
  }
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  let alternatives: FlatSchema[] = [own];
  const combine = (members: readonly FlatSchema[]): void => {
    alternatives = alternatives.flatMap((one) => members.map((other) => merge(one, other))).slice(0, mostAlternatives);
  };
  if (typeof $ref === 'string') {
    combine(expand(target($ref, root), root, depth + 1));
  }
  for (const member of arrayOrEmpty(allOf)) {
    combine(expand(member, root, depth + 1));
  }
  for (const members of [arrayOrEmpty(anyOf), arrayOrEmpty(oneOf)]) {
    if (members.length > 0) {
      combine(members.flatMap((member) => expand(member, root, depth + 1)));
    }
  }
  return alternatives;
}

function target(reference: string, root: unknown): unknown {
  let place = root;
  for (const token of pointerTokens(reference)) {
    place = Array.isArray(place) ? place[Number(token)] : objectOrEmpty(place)[token];
  }
  return place;
}

const takeLarger = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const takeSmaller = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

function merge(left: FlatSchema, right: FlatSchema): FlatSchema {
  const merged: Record<string, unknown> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    merged[keyword] = keyword in left ? mergeKeyword(keyword, left[keyword], value) : value;
  }
  return merged;
}

function mergeKeyword(keyword: string, left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') {
    if (takeLarger.has(keyword)) {
      return Math.max(left, right);
    }
    return takeSmaller.has(keyword) ? Math.min(left, right) : right;
  }
  if (keyword === 'required') {
    return [...new Set([...arrayOrEmpty(left), ...arrayOrEmpty(right)])];
  }
  if (keyword === 'enum') {
    const allowed = arrayOrEmpty(right).map((value) => JSON.stringify(value));
    return arrayOrEmpty(left).filter((value) => allowed.includes(JSON.stringify(value)));
  }
  if (keyword === 'type') {
    const shared = typesOf(left).filter((type) => typesOf(right).includes(type));
    return shared.length === 1 ? shared[0] : shared;
  }
  if (keyword === 'properties') {
    const both = { ...objectOrEmpty(left) };
    for (const [name, schema] of Object.entries(objectOrEmpty(right))) {
      both[name] = Object.hasOwn(both, name) ? { allOf: [both[name], schema] } : schema;
    }
    return both;
  }
  return right;
}

function typesOf(type: unknown): unknown[] {
  return Array.isArray(type) ? type : [type];
}

function splitTypes(schema: FlatSchema): FlatSchema[] {
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}
