import { distance } from 'fastest-levenshtein';

// Closest means within half of the name's length, at least two edits: farther ones are no help.
function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 2)) + 1;
  for (const candidate of candidates) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** The property `nearest` of a deviation: the candidate closest to a misspelt name, absent when none is close. */
export function nearestProperty(name: string, candidates: Iterable<string>): { nearest?: string } {
  const found = nearest(name, candidates);
  return found === undefined ? {} : { nearest: found };
}
