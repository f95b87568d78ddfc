import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { piecesNear, piecesOf } from './word-pieces.ts';

const letters = fc.constantFrom('a', 'b', 'c', 'é', '漢', '𝒳');
const words = fc.array(letters, { minLength: 1, maxLength: 14 });
const edits = fc.array(
  fc.record({ place: fc.nat(14), letter: letters, kind: fc.constantFrom('insert', 'remove', 'replace') }),
  { maxLength: 2 },
);

it('gives near words a piece in common', () => {
  let near = 0;
  fc.assert(
    fc.property(words, edits, (operand, changes) => {
      const changed = [...operand];
      for (const { place, letter, kind } of changes) {
        changed.splice(place, kind === 'insert' ? 0 : 1, ...(kind === 'remove' ? [] : [letter]));
      }
      const [operandWord, word] = [operand.join(''), changed.join('')];
      const forgiven = forgivenEdits(operandWord);
      if (forgiven === 0 || word.startsWith(operandWord) || !wordMatcher(operandWord)(word)) return;
      near += 1;
      const wanted = new Set(piecesNear(operandWord, forgiven));
      expect(piecesOf(word).some((piece) => wanted.has(piece))).toBe(true);
      expect(hasOnlyLetters(word)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(near).toBeGreaterThan(2000);
});

it('gives a word few pieces and unlike words none in common', () => {
  expect(piecesOf('abcde')).toHaveLength(2);
  expect(piecesOf('abcdef')).toHaveLength(3);
  expect(piecesOf('abcdefghij')).toHaveLength(3);
  const wanted = new Set(piecesNear('kangaroo', 2));
  expect(wanted.size).toBeLessThanOrEqual(75);
  expect(piecesOf('elephant').some((piece) => wanted.has(piece))).toBe(false);
});
