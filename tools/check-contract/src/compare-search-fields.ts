import type { SearchFieldManifest } from '@connectory/connector-sdk/engine';
import { compareFields } from './compare-fields.ts';
import type { Difference } from './difference.ts';
import type { FieldsByName } from './field-facts.ts';
import type { SchemaFacts } from './schema-facts.ts';

/**
 * Compares the search fields of an entity with the stated ones by name and type; every search field may be null. Nested fields of a stated
 * field count as dotted names; those that are not stated are not a difference.
 */
export function compareSearchFields(
  stated: FieldsByName,
  offered: readonly SearchFieldManifest[],
  where: string,
  complete: boolean,
): readonly Difference[] {
  const expected = flatten(stated);
  const isExtraMember = (name: string) =>
    !Object.hasOwn(expected, name) && Object.keys(expected).some((parent) => name.startsWith(`${parent}.`));
  const actual = offered.filter(({ name }) => !isExtraMember(name)).map(({ name, type }) => [name, factsOf(type)]);
  return compareFields(expected, Object.fromEntries(actual), where, { complete, exact: false, sent: false });
}

function flatten(fields: FieldsByName): FieldsByName {
  const flat = Object.entries(fields).flatMap(([name, { types, properties = {} }]) => [
    [name, types === undefined ? {} : { types }] as const,
    ...Object.entries(flatten(properties)).map(([member, facts]) => [`${name}.${member}`, facts] as const),
  ]);
  return Object.fromEntries(flat);
}

// The contract has no decimals: in records and results they are strings.
function factsOf(type: string): SchemaFacts {
  const stated = type === 'decimal' ? 'string' : type;
  return { types: [stated as SchemaFacts['types'][number]], required: false, description: '' };
}
