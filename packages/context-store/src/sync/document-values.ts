import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import type { DerivedField } from '@connectory/connector-sdk/engine';
import type { PageParams } from './sync-source.ts';

/**
 * The value of every search field of a record, before conversion to the declared types: read at its path, computed, or taken from the
 * parameters of the request. If a computation fails, for example on a record of an unexpected shape, the value is null; an absent field is
 * always null.
 */
export function documentValues(
  { search }: Pick<Entity, 'search'>,
  record: RawValue,
  params: PageParams,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  if (search === null) return values;
  for (const field of search.fields) values[field] = valueAt(record, field) ?? null;
  for (const [field, derived] of Object.entries(search.derived)) values[field] = derivedValue(derived, record, params);
  return values;
}

function derivedValue({ from, param }: DerivedField, record: RawValue, params: PageParams): unknown {
  if (param !== undefined) return params[param] ?? null;
  try {
    return from?.(record) ?? null;
  } catch {
    return null;
  }
}
