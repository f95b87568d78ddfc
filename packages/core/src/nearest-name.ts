import { distance } from 'fastest-levenshtein';

/** The accepted name nearest to a wrong one, when it is near enough to be what was meant. */
export function nearestName(wrong: string, accepted: Iterable<string>): string | undefined {
  if (wrong.length > 100) return undefined;
  let nearest: string | undefined;
  let shortest = Math.max(2, Math.floor(wrong.length / 3)) + 1;
  for (const name of accepted) {
    const steps = distance(wrong.toLowerCase(), name.toLowerCase());
    if (steps < shortest) {
      shortest = steps;
      nearest = name;
    }
  }
  return nearest;
}
