import type { JsonSchema } from './manifest.ts';
import { withoutNull } from './without-null.ts';

/**
 * What fields of records and search fields mean, each in one clause: by the name of a field (`created`) for every entity that has it,
 * or with the entity in front (`refunds.status`) where one entity differs. A description of the field's own schema takes precedence.
 */
export type Meanings = Readonly<Record<string, string>>;

/** What a field of an entity means; undefined if it has no description. */
export function meaningOf(meanings: Meanings, entity: string, field: string): string | undefined {
  return [`${entity}.${field}`, field].flatMap((name) => (Object.hasOwn(meanings, name) ? [meanings[name]] : []))[0];
}

/** The schema of a record with the meanings of its fields as their descriptions. */
export function withMeanings(record: JsonSchema, entity: string, meanings: Meanings): JsonSchema {
  const fields = Object.entries((record.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const properties = fields.map(([name, schema]) => {
    const meaning = descriptionOf(schema) ?? meaningOf(meanings, entity, name);
    return [name, meaning === undefined ? schema : { ...schema, description: meaning }];
  });
  return properties.length === 0 ? record : { ...record, properties: Object.fromEntries(properties) };
}

/** The description of a schema, or of its only alternative that is not null. */
export function descriptionOf(schema: JsonSchema): string | undefined {
  if (typeof schema.description === 'string') return schema.description;
  const only = withoutNull(schema);
  return only === schema ? undefined : descriptionOf(only);
}
