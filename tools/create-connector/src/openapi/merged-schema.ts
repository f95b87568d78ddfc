import { arrayOf, type JsonObject, objectOf } from './open-api-source.ts';

/** Keyword of a schema that was merged from alternative objects. */
export const severalShapes = 'x-several-shapes';

/** Merges schemas that all apply, such as those of `allOf`: of two values of a keyword, the later one counts. */
export function allOfSchemas(parts: readonly JsonObject[]): JsonObject {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const properties = mergedProperties(parts, 'allOf');
  const required = [...new Set(parts.flatMap((part) => arrayOf(part.required)))];
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...flags(parts, 'readOnly', 'writeOnly', 'nullable'),
  };
}

/**
 * Merges alternatives if they are objects, or values of one type: an object has the fields of all alternatives, and requires those that
 * all of them require. Returns undefined for alternatives that have nothing in common.
 */
export function anyOfSchemas(alternatives: readonly JsonObject[]): JsonObject | undefined {
  const types = new Set(alternatives.map(typeOf));
  const [type] = types;
  const [first = {}, ...others] = alternatives;
  if (types.size !== 1 || type === undefined || type === 'array') return undefined;
  if (type === 'object') {
    const required = arrayOf(first.required).filter((name) =>
      others.every((other) => arrayOf(other.required).includes(name)),
    );
    return {
      ...equalKeywords(alternatives),
      type,
      properties: mergedProperties(alternatives, 'anyOf'),
      required,
      [severalShapes]: true,
    };
  }
  const values = alternatives.map((one) => one.enum);
  const hasValues = values.every(Array.isArray);
  return { ...equalKeywords(alternatives), type, ...(hasValues && { enum: [...new Set(values.flat())] }) };
}

// What all alternatives say in the same words, such as a format.
const equalKeywords = ([first = {}, ...others]: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(Object.entries(first).filter(([name, value]) => others.every((other) => other[name] === value)));

const flags = (parts: readonly JsonObject[], ...names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => parts.some((part) => part[name] === true)).map((name) => [name, true]));

function typeOf({ type, properties, items }: JsonObject): string | undefined {
  const named = [type].flat().filter((one) => one !== 'null');
  if (typeof named[0] === 'string') return named.length === 1 ? named[0] : undefined;
  return properties !== undefined ? 'object' : items !== undefined ? 'array' : undefined;
}

// A field that several schemas describe is described by all of them.
function mergedProperties(parts: readonly JsonObject[], by: 'allOf' | 'anyOf'): JsonObject {
  const found = new Map<string, unknown[]>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(objectOf(part.properties))) {
      const known = found.get(name) ?? [];
      const isNew = !known.some((one) => JSON.stringify(one) === JSON.stringify(schema));
      found.set(name, isNew ? [...known, schema] : known);
    }
  }
  const merged = [...found].map(([name, schemas]) => [name, schemas.length === 1 ? schemas[0] : { [by]: schemas }]);
  return Object.fromEntries(merged);
}
