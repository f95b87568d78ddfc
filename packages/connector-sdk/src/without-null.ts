import type { JsonSchema } from './manifest.ts';

/** The only alternative of a nullable schema that is not null. Any other schema is returned unchanged. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...others] = anyOf.filter((one: unknown): one is JsonSchema => isSchema(one) && one.type !== 'null');
  return only !== undefined && others.length === 0 ? only : schema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
