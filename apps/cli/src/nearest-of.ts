import { closest, distance } from 'fastest-levenshtein';

/** Returns the most similar name, if it is similar enough to be what was meant. */
export function nearestOf(wrong: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || wrong.length > 100) return undefined;
  const near = closest(wrong, names);
  return distance(wrong, near) <= Math.max(2, Math.floor(wrong.length / 3)) ? near : undefined;
}
