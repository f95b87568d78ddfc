import { bounds } from './bounds.ts';
import { type IssueList, isPlainObject, type Place } from './issues.ts';

/** A target to sort by and its direction. */
interface Ordered<Target> {
  readonly target: Target;
  readonly direction: 'asc' | 'desc';
}

/** Looks up the name of a target at a place; adds an error to the list and returns null if there is none. */
type FindTarget<Target> = (name: string, place: Place) => Target | null;

const directions: readonly string[] = ['asc', 'desc'];

/** Parses `[{"field": "asc"}, …]` into different targets. Errors go to the list. */
export function parseOrder<Target>(
  sort: unknown,
  place: Place,
  find: FindTarget<Target>,
  issues: IssueList,
): readonly Ordered<Target>[] {
  if (!Array.isArray(sort)) {
    issues.add(place, 'invalid_type', 'must be an array such as [{"id": "asc"}]');
    return [];
  }
  if (sort.length > bounds.sortKeys) {
    issues.add(place, 'too_long', `has more than ${bounds.sortKeys} fields`);
    return [];
  }
  const keys = sort.flatMap((key, index) => parseKey(key, [...place, String(index)], find, issues));
  const seen = new Set<string>();
  for (const [index, { target }] of keys.entries()) {
    const identity = JSON.stringify(target);
    if (seen.has(identity)) issues.add([...place, String(index)], 'repeated', 'repeats a sort field');
    seen.add(identity);
  }
  return keys;
}

function parseKey<Target>(
  input: unknown,
  place: Place,
  find: FindTarget<Target>,
  issues: IssueList,
): readonly Ordered<Target>[] {
  const [entry, ...others] = isPlainObject(input) ? Object.entries(input) : [];
  if (entry === undefined || others.length > 0) {
    issues.add(place, 'invalid_type', 'must be an object with one field, such as {"id": "asc"}');
    return [];
  }
  const [name, direction] = entry;
  const at = [...place, name];
  const target = find(name, at);
  if (direction === 'asc' || direction === 'desc') return target === null ? [] : [{ target, direction }];
  if (typeof direction === 'string') issues.addUnknown(at, direction, directions, 'must be asc or desc');
  else issues.add(at, 'invalid_type', 'must be asc or desc');
  return [];
}
