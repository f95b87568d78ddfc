import { bounds } from './bounds.ts';
import type { FieldReference, SortKey } from './condition.ts';
import type { FaultList, Place } from './faults.ts';
import type { FieldScope } from './field-scope.ts';
import { isPlainObject } from './plain-object.ts';

const directions: readonly string[] = ['asc', 'desc'];
const sortable: readonly string[] = ['string', 'integer', 'number', 'decimal', 'boolean'];

/** Parses `[{"field": "asc"}, …]`. Faults go to the list. */
export function parseSort(sort: unknown, place: Place, scope: FieldScope, faults: FaultList): readonly SortKey[] {
  if (!Array.isArray(sort)) {
    faults.add(place, 'invalid_type', 'must be an array such as [{"id": "asc"}]');
    return [];
  }
  if (sort.length > bounds.sortKeys) {
    faults.add(place, 'too_long', `has more than ${bounds.sortKeys} fields`);
    return [];
  }
  const keys = sort.flatMap((key, index) => parseSortKey(key, [...place, String(index)], scope, faults));
  const seen = new Set<string>();
  for (const [index, { field }] of keys.entries()) {
    const path = JSON.stringify([field.root, ...field.below]);
    if (seen.has(path)) faults.add([...place, String(index)], 'repeated', 'repeats a sort field');
    seen.add(path);
  }
  return Object.freeze(keys);
}

function parseSortKey(input: unknown, place: Place, scope: FieldScope, faults: FaultList): readonly SortKey[] {
  const [entry, ...others] = isPlainObject(input) ? Object.entries(input) : [];
  if (entry === undefined || others.length > 0) {
    faults.add(place, 'invalid_type', 'must be an object with one field, such as {"id": "asc"}');
    return [];
  }
  const [name, direction] = entry;
  const at = [...place, name];
  const field = sortField(name, at, scope, faults);
  if (direction === 'asc' || direction === 'desc') return field === null ? [] : [Object.freeze({ field, direction })];
  if (typeof direction === 'string') faults.addUnknown(at, direction, directions, 'must be asc or desc');
  else faults.add(at, 'invalid_type', 'must be asc or desc');
  return [];
}

function sortField(name: string, place: Place, scope: FieldScope, faults: FaultList): FieldReference | null {
  const found = scope.find(name);
  if ('field' in found) {
    if (sortable.includes(found.field.type)) return found.field;
    faults.add(place, 'not_sortable', notSortable(found.field));
  } else if (found.isUnknown) faults.addUnknown(place, name, scope.names, found.problem);
  else faults.add(place, 'invalid_field', found.problem);
  return null;
}

function notSortable({ type, below }: FieldReference): string {
  if (type === 'any') return 'cannot be used to sort: its type varies between records';
  return `cannot be used to sort: it is of type ${type}${below.length === 0 && type === 'object' ? '; use one of its fields' : ''}`;
}
