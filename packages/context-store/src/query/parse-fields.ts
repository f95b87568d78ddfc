import { bounds } from './bounds.ts';
import type { FaultList, Place } from './faults.ts';
import type { FieldScope } from './field-scope.ts';

/**
 * Parses the fields to return: dotted strings or arrays of keys. Returns paths that start with the name of a search field. Adds errors to
 * the list.
 */
export function parseFields(
  fields: unknown,
  place: Place,
  scope: FieldScope,
  faults: FaultList,
): readonly (readonly string[])[] {
  if (!Array.isArray(fields) || fields.length === 0) {
    faults.add(place, 'invalid_type', 'must be an array of at least one field path');
    return [];
  }
  if (fields.length > bounds.fields) {
    faults.add(place, 'too_long', `has more than ${bounds.fields} paths`);
    return [];
  }
  return Object.freeze(fields.flatMap((path, index) => parsePath(path, [...place, String(index)], scope, faults)));
}

function parsePath(path: unknown, place: Place, scope: FieldScope, faults: FaultList): readonly (readonly string[])[] {
  if (typeof path !== 'string' && !isKeyList(path)) {
    faults.add(place, 'invalid_type', 'must be a string such as "address.city", or an array of keys');
    return [];
  }
  const found = scope.find(path);
  if ('field' in found) return [Object.freeze([found.field.root, ...found.field.below])];
  const name = typeof path === 'string' ? path : path.join('.');
  if (found.isUnknown) faults.addUnknown(place, name, scope.names, found.problem);
  else faults.add(place, 'invalid_field', found.problem);
  return [];
}

function isKeyList(path: unknown): path is readonly string[] {
  return Array.isArray(path) && path.every((key) => typeof key === 'string');
}
