import { distance } from 'fastest-levenshtein';

/** The accepted name closest to an unknown one, if it is close enough. */
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
