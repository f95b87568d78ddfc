// How generators read a name: lower-case words, whatever separates them.
const identifier = (name: string): string =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [name]).join('_').toLowerCase();

/**
 * The names of an open object that stay different as identifiers, such as neither of `+1` and `-1`: a generator that makes one identifier of two
 * names omits the whole type. Values under the other names are still returned.
 */
export function distinctNames(names: readonly string[]): ReadonlySet<string> {
  const byIdentifier = Map.groupBy(names, identifier);
  return new Set([...byIdentifier.values()].filter(({ length }) => length === 1).flat());
}
