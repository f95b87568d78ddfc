import type { JsonSchema } from './manifest.ts';
import { timeFormOf } from './time.ts';

/** A field that a record schema declares, at any depth; arrays are not steps of its path. */
export interface SchemaField {
  readonly path: readonly string[];
  /** `text` for any text or anything not declared, `value` for numbers, booleans, times and constants, `fields` for an object of declared fields. */
  readonly holds: 'text' | 'value' | 'fields';
}

const maxDepth = 16;

/** The fields that a record schema declares, those around others first. */
export function fieldsOfSchema(schema: JsonSchema): readonly SchemaField[] {
  const found = new Map<string, SchemaField>();
  collect(schema, [], found);
  return [...found.values()];
}

/** Whether a record of a schema may have a field at a path: one that is declared, or is below a field of which nothing is declared. */
export function mayHaveField(schema: JsonSchema, [name, ...below]: readonly string[]): boolean {
  if (name === undefined) return true;
  return partsOf(schema).some((part) => {
    if (!isSchema(part.properties) || Object.keys(part.properties).length === 0) return isOpen(part);
    if (!Object.hasOwn(part.properties, name)) return false;
    return mayHaveField(part.properties[name] as JsonSchema, below);
  });
}

const isOpen = ({ type, enum: values, const: constant }: JsonSchema): boolean =>
  constant === undefined && values === undefined && (type === undefined || [type].flat().includes('object'));

function collect(schema: JsonSchema, around: readonly string[], found: Map<string, SchemaField>): void {
  for (const part of partsOf(schema)) {
    for (const [name, member] of Object.entries((part.properties ?? {}) as Readonly<Record<string, JsonSchema>>)) {
      const path = [...around, name];
      const holds = contentOf(member, path.length);
      const id = JSON.stringify(path);
      const same = found.get(id);
      // Of alternatives, the one that says least counts.
      found.set(id, { path, holds: order.find((one) => one === holds || one === same?.holds) ?? holds });
      if (path.length < maxDepth) collect(member, path, found);
    }
  }
}

const order = ['text', 'fields', 'value'] as const;

function contentOf(schema: JsonSchema, depth: number): SchemaField['holds'] {
  const contents = partsOf(schema).map((part) => contentOfPart(part, depth));
  return order.find((one) => contents.includes(one)) ?? 'text';
}

/** The alternatives of a schema and of the elements of its arrays, without null. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const alternatives = [schema.anyOf ?? schema.oneOf ?? schema.allOf].flat().filter(isSchema);
  if (alternatives.length > 0) return alternatives.flatMap(partsOf);
  if (isSchema(schema.items)) return partsOf(schema.items);
  const tuple = [schema.prefixItems ?? []].flat().filter(isSchema);
  if (tuple.length > 0) return tuple.flatMap(partsOf);
  return schema.type === 'null' ? [] : [schema];
}

function contentOfPart({ type, enum: values, const: constant, format, properties }: JsonSchema, depth: number) {
  if (constant !== undefined || Array.isArray(values)) return 'value';
  if (isSchema(properties) && Object.keys(properties).length > 0) return depth < maxDepth ? 'fields' : 'text';
  const types = [type ?? 'any'].flat().filter((one) => one !== 'null');
  if (types.every((one) => one === 'boolean' || one === 'integer' || one === 'number')) return 'value';
  const isPlain = types.every((one) => one === 'string') && (format === 'decimal' || timeFormOf(format) !== null);
  return isPlain ? 'value' : 'text';
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
