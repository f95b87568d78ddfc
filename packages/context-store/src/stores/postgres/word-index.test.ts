import { expect, it } from 'vitest';
import { Parameters } from './statement.ts';
import { sampleConnection } from './testing/sample-table.ts';
import { indexedWords, wordCondition, wordScope } from './word-index.ts';

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
