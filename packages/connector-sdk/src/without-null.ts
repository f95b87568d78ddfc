import type { JsonSchema } from './manifest.ts';

/** The schema of the non-null values of a nullable schema: its only other alternative. Returns any other schema unchanged. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = anyOf.filter((one: unknown): one is JsonSchema => isSchema(one) && one.type !== 'null');
  return only !== undefined && others.length === 0 ? only : schema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
