/** The names that the Agent SDK uses for the search fields of an entity: attributes of Python classes. */
export interface PythonNames {
  /** Python names that differ from ours, by our name. */
  readonly byField: ReadonlyMap<string, string>;
  /** Our names, by Python name. */
  readonly byName: ReadonlyMap<string, string>;
}

/** Names to which the SDK appends `_`, because they are reserved in Python. */
const reserved: ReadonlySet<string> = new Set(['class', 'from', 'object', 'schema', 'type']);

/** Python names of search fields; ambiguous ones, and those that equal another field's name, are omitted. */
export function pythonNames(fields: readonly string[]): PythonNames {
  const own = new Set(fields);
  const named = Map.groupBy(fields, pythonName);
  const pairs = Array.from(named).flatMap(([name, [field, ...others]]): [string, string][] =>
    field === undefined || others.length > 0 || own.has(name) ? [] : [[field, name]],
  );
  return { byField: new Map(pairs), byName: new Map(pairs.map(([field, name]) => [name, field])) };
}

/** `createdAt` as `created_at`, `properties.email` as `properties_email`, `_links` as `links`, `type` as `type_`. */
function pythonName(field: string): string {
  const name = field
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
  return reserved.has(name) ? `${name}_` : name;
}
