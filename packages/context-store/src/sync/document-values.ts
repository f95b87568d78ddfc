import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';

/**
 * The value of every search field of a record, before it is fitted to the declared types: read at its path, or computed. A
 * computation that fails, as on a record of unforeseen shape, gives null; an absent field is always null.
 */
export function documentValues(
  { search }: Pick<Entity, 'search'>,
  record: RawValue,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  if (search === null) return values;
  for (const field of search.fields) values[field] = valueAt(record, field) ?? null;
  for (const [field, { from }] of Object.entries(search.derived)) values[field] = computed(from, record);
  return values;
}

function computed(from: ((record: RawValue) => unknown) | undefined, record: RawValue): unknown {
  try {
    return from?.(record) ?? null;
  } catch {
    return null;
  }
}
