import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleConnection } from '../../../test/postgres/sample-table.ts';
import { forgivenEdits, hasOnlyLetters, wordMatcher } from '../../query/fuzzy-match.ts';
import { Parameters } from './statement.ts';
import { indexedWords, piecesNear, piecesOf, wordCondition, wordScope } from './words.ts';

it('keeps words of connections and fields apart', () => {
  expect(wordScope(sampleConnection, 1)).toBe('EjRW01');
  expect(wordScope(sampleConnection, 1295)).toBe('EjRWzz');
  expect(wordScope(sampleConnection.replace(/6$/, '7'), 1)).not.toBe('EjRW01');
});

it('puts words the index cannot take aside', () => {
  const long = `x${'ab'.repeat(1000)}`;
  expect(indexedWords(['xone', long, 'xtwo'])).toEqual({ words: "'xone' 'xtwo'", moreWords: [long] });
  expect(indexedWords([])).toEqual({ words: '', moreWords: null });
  const many = Array.from({ length: 40_000 }, (_, index) => `x${String(index).padStart(10, '0')}`);
  const { words, moreWords } = indexedWords(many);
  expect(words.length).toBeLessThan(1_048_575);
  expect(words.split(' ').length + (moreWords?.length ?? 0)).toBe(many.length);
  expect(moreWords?.length).toBeGreaterThan(0);
});

it('asks for many words in several queries, and for words beyond the index aside', () => {
  const parameters = new Parameters();
  const long = '漢'.repeat(700);
  const equal = [...Array.from({ length: 1500 }, (_, index) => `w${index}`), long];
  const sql = wordCondition('s', { equal, beginning: [] }, parameters);
  expect(sql).toMatch(
    /^\(\(words @@ \$1::tsquery or words @@ \$2::tsquery or more_words is not null\) and \(more_words is null or/,
  );
  const [first, second, aside] = parameters.values;
  expect(String(first).split(' | ')).toHaveLength(1000);
  expect(String(second).split(' | ')).toHaveLength(500);
  expect(aside).toEqual(equal.map((word) => `s${word}`));
});

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
