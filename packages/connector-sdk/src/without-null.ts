import type { JsonSchema } from './manifest.ts';

/** What a nullable schema says of values that are not null: the only other one of its alternatives. Any other schema stays as it is. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = anyOf.filter((one: unknown): one is JsonSchema => isSchema(one) && one.type !== 'null');
  return only !== undefined && others.length === 0 ? only : schema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
