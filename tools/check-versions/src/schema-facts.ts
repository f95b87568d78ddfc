import { type JsonSchema, knownValues } from '@connectory/connector-sdk/engine';
import { z } from 'zod';

/**
 * The constraints of a JSON Schema, without texts and as short as can be parsed again: a list of types joined by `|`, an object as its
 * `members` (`name?` for an optional one), anything else as the schema itself without a type that can be inferred (`any` if the inferred
 * one would be wrong).
 */
export type SchemaFacts = string | { readonly [keyword: string]: unknown };

type Schema = Readonly<Record<string, unknown>>;
type Change = (part: Schema) => unknown;

/** Validates `SchemaFacts` of a file. */
export const schemaFactsSchema: z.ZodType<SchemaFacts> = z.union([z.string(), z.record(z.string(), z.unknown())]);

const words = new Set(['$comment', '$id', '$schema', 'description', 'examples', 'id', 'title', knownValues]);
const holdsSchema = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'contains']);
const holdsList = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const holdsMembers = new Set(['properties', 'members', '$defs', 'patternProperties']);

/** Removes the texts of a JSON Schema and shortens the rest. */
export function schemaFacts(schema: JsonSchema): SchemaFacts {
  const said = Object.entries(schema).filter(([keyword, value]) => !words.has(keyword) && !saysNothing(keyword, value));
  const facts = eachPart(Object.fromEntries(said), schemaFacts);
  return onlyTypes(facts) ?? withoutPlainType(withMembers(facts));
}

/** Restores the JSON Schema of facts. */
export function schemaOf(facts: SchemaFacts): JsonSchema {
  if (typeof facts === 'string') {
    const types = facts.split('|');
    return { type: types.length === 1 ? types[0] : types };
  }
  const { members, ...others } = facts;
  const type = facts.type ?? plainType(facts);
  const schema = eachPart({ ...others, type }, (part) => schemaOf(part as SchemaFacts));
  if (type === undefined || type === 'any') delete schema.type;
  if (members === undefined) return schema;
  const parts = Object.entries(members as Schema).map(([name, part]) => ({
    name: name.replace(/\?$/, ''),
    required: !name.endsWith('?'),
    schema: schemaOf(part as SchemaFacts),
  }));
  const required = parts.filter((part) => part.required).map(({ name }) => name);
  return {
    ...schema,
    properties: Object.fromEntries(parts.map((part) => [part.name, part.schema])),
    ...(required.length > 0 && { required }),
  };
}

// Every property name is a string.
function saysNothing(keyword: string, value: unknown): boolean {
  return keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}';
}

function eachPart(schema: Schema, change: Change): Record<string, unknown> {
  const part = (value: unknown) => (typeof value === 'boolean' ? value : change(value as Schema));
  const changed = (keyword: string, value: unknown): unknown => {
    if (holdsSchema.has(keyword)) return part(value);
    if (holdsList.has(keyword)) return (value as unknown[]).map(part);
    if (!holdsMembers.has(keyword)) return value;
    return inOrder(Object.entries(value as Schema).map(([name, one]) => [name, part(one)]));
  };
  return inOrder(Object.entries(schema).map(([keyword, value]) => [keyword, changed(keyword, value)]));
}

const inOrder = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

function onlyTypes(facts: Schema): string | undefined {
  const [keyword, ...others] = Object.keys(facts);
  if (others.length > 0) return undefined;
  if (keyword === 'type') return [facts.type].flat().join('|');
  const alternatives = keyword === 'anyOf' ? (facts.anyOf as SchemaFacts[]) : [];
  return alternatives.length > 0 && alternatives.every((one) => typeof one === 'string')
    ? [...new Set(alternatives)].join('|')
    : undefined;
}

function withMembers(facts: Schema): Schema {
  const { properties, required = [], ...others } = facts;
  const needed = required as readonly string[];
  const names = Object.keys(properties ?? {});
  const isOdd = needed.some((name) => !names.includes(name)) || names.some((name) => name.endsWith('?'));
  if (properties === undefined || facts.type !== 'object' || isOdd) return facts;
  const members = Object.entries(properties as Schema).map(([name, part]) => [
    needed.includes(name) ? name : `${name}?`,
    part,
  ]);
  return { ...others, members: Object.fromEntries(members) };
}

function withoutPlainType({ type, ...others }: Schema): Schema {
  const plain = plainType(others);
  if (type === plain) return others;
  return { type: type ?? 'any', ...others };
}

// The type that can be inferred from the other keywords of a schema.
function plainType(facts: Schema): string | undefined {
  if ('members' in facts) return 'object';
  if ('items' in facts) return 'array';
  const values = 'const' in facts ? [facts.const] : facts.enum;
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? 'string' : undefined;
}
