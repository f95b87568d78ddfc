import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistanceAtMost } from './fuzzy-match.ts';

// The definition, without a band.
function distance(one: readonly string[], other: readonly string[]): number {
  const [first, ...rest] = one;
  const [otherFirst, ...otherRest] = other;
  if (first === undefined || otherFirst === undefined) return one.length + other.length;
  if (first === otherFirst) return distance(rest, otherRest);
  return 1 + Math.min(distance(rest, other), distance(one, otherRest), distance(rest, otherRest));
}

it.each([
  ['receipt', 'reciept', 2],
  ['payment', 'payments', 1],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
  ['𝒜b', 'b', 1],
])('%s becomes %s by %d edits', (one, other, edits) => {
  expect(editDistanceAtMost(one, other, edits)).toBe(true);
  expect(editDistanceAtMost(one, other, edits - 1)).toBe(false);
});

it('takes words of a thousand letters', () => {
  expect(editDistanceAtMost('𝒜'.repeat(1000), `b${'𝒜'.repeat(999)}`, 1)).toBe(true);
  expect(editDistanceAtMost('é'.repeat(1000), `ab${'é'.repeat(998)}`, 1)).toBe(false);
});

it('agrees with the definition', () => {
  const word = fc.array(fc.constantFrom('a', 'é', '𝒜', '𝒝'), { maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.nat({ max: 4 }), (one, other, most) => {
      expect(editDistanceAtMost(one.join(''), other.join(''), most)).toBe(distance(one, other) <= most);
    }),
    { numRuns: 500 },
  );
});
