import { distance } from 'fastest-levenshtein';
import type { ApiDescription, ObservedRequest, Verdict } from './api-description.ts';

/**
 * Combines the descriptions of one vendor: a request is judged by the description that has its operation and finds the fewest deviations.
 * If none has it, the one with the closest path is used.
 */
export function combineDescriptions(descriptions: readonly ApiDescription[]): ApiDescription {
  return {
    name: descriptions.map((description) => description.name).join(' + '),
    notes: descriptions.flatMap((description) => description.notes.map((note) => `${description.name}: ${note}`)),
    check(request) {
      const verdicts = descriptions.map((description) => description.check(request));
      const [best] = verdicts.toSorted((left, right) => costOf(left, request) - costOf(right, request));
      return best ?? { deviations: [{ kind: 'unknown_path', where: '/path', message: 'there is no description' }] };
    },
  };
}

// An operation that was recognized outweighs everything; then a path that exists with another method; then likeness.
function costOf(verdict: Verdict, request: ObservedRequest): number {
  if (verdict.operation !== undefined) {
    return verdict.deviations.length;
  }
  const [deviation] = verdict.deviations;
  if (deviation?.kind !== 'unknown_path') {
    return 1e6;
  }
  return 1e7 + distance(deviation.nearest ?? ''.padEnd(1000), `${request.method} ${request.url}`);
}
