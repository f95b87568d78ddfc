/** Constant headers of an action by name; null removes a constant header of the upstream. */
export type ConstantHeaders = Readonly<Record<string, string | null>>;

/** Merges headers under lower-case names; later ones take precedence. */
export function mergeHeaders(...parts: readonly (ConstantHeaders | undefined)[]): ConstantHeaders {
  return Object.fromEntries(
    parts.flatMap((headers) => Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  );
}
