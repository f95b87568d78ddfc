import { type JsonSchema, knownValues } from '@connectory/connector-sdk/engine';
import type { FieldFacts, FieldType } from './field-facts.ts';

/** The facts of a JSON Schema about a value, in the terms of the contract. */
export interface SchemaFacts extends Omit<FieldFacts, 'items' | 'properties' | 'values'> {
  readonly types: readonly FieldType[];
  readonly required: boolean;
  readonly description: string;
  readonly items?: SchemaFacts;
  readonly properties?: Readonly<Record<string, SchemaFacts>>;
}

type Values = NonNullable<FieldFacts['enum']>;
type Members = Readonly<Record<string, JsonSchema>>;

const copied = ['minimum', 'maximum', 'maxLength', 'maxItems', 'pattern'] as const;

/**
 * Reads a JSON Schema of a manifest. Alternatives are merged: all their types, all their fields, and their values if every alternative
 * lists values. Unsupported keywords (`allOf`, references) have the type `any`.
 */
export function schemaFacts(schema: JsonSchema, required = false): SchemaFacts {
  const alternatives = alternativesOf(schema);
  const values = alternatives.filter((one) => one.type !== 'null').map(valuesOf);
  const items = alternatives.find((one) => one.items !== undefined)?.items as JsonSchema | undefined;
  const members = alternatives.flatMap(membersOf);
  const defaultHolder = [schema, ...alternatives].find((one) => one.default !== undefined);
  const description = [schema, ...alternatives].find((one) => typeof one.description === 'string')?.description;
  return {
    types: [...new Set(alternatives.flatMap(typesOf))],
    required,
    description: typeof description === 'string' ? description.trim() : '',
    ...(values.length > 0 && values.every((list) => list !== undefined) && { enum: values.flat() }),
    ...Object.fromEntries(copied.flatMap((key) => stated(alternatives, key))),
    ...(defaultHolder && { default: defaultHolder.default as Values[number] }),
    ...(items && { items: schemaFacts(items) }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
  };
}

/** The fields of an object schema, by name; none for a schema without fields. */
export function memberFacts(schema: JsonSchema): Readonly<Record<string, SchemaFacts>> {
  return schemaFacts(schema).properties ?? {};
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  return alternatives === undefined ? [schema] : alternatives.flatMap(alternativesOf);
}

function typesOf(schema: JsonSchema): readonly FieldType[] {
  if (schema.type !== undefined) return [schema.type].flat() as FieldType[];
  return valuesOf(schema)?.map(typeOfValue) ?? ['any'];
}

function typeOfValue(value: Values[number]): FieldType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as FieldType;
}

function valuesOf(schema: JsonSchema): Values | undefined {
  if (schema.const !== undefined) return [schema.const as Values[number]];
  return ((schema.enum ?? schema[knownValues]) as Values | undefined)?.filter((value) => value !== null);
}

function membersOf(schema: JsonSchema): readonly (readonly [string, SchemaFacts])[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Members).map(
    ([name, member]) => [name, schemaFacts(member, required.includes(name))] as const,
  );
}

function stated(alternatives: readonly JsonSchema[], key: (typeof copied)[number]) {
  const holder = alternatives.find((one) => one[key] !== undefined);
  return holder === undefined ? [] : [[key, holder[key]]];
}
