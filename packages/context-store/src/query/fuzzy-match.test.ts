import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texts } from '../../test/query/arbitraries.ts';
import { matchesFuzzy, matchesKeyword, wordMatcher } from './fuzzy-match.ts';
import { words } from './stored-text.ts';

describe('a word of a fuzzy operand', () => {
  it.each([
    ['pay', 'pay', true],
    ['pay', 'payment', true],
    ['pay', 'repay', false],
    ['pay', 'pax', false],
    ['over', 'ovr', true],
    ['over', 'ove', true],
    ['over', 'or', false],
    ['payment', 'paymetn', false],
    ['payments', 'paymetns', true],
    ['receipt1', 'reciept1', false],
    ['receipts', 'receipt2', false],
    ['资料', '资', false],
    ['𝒜𝒜𝒜', '𝒜𝒜', false],
    ['𝒜𝒜𝒜𝒜', '𝒜𝒜𝒜', true],
    ['𝒜𝒜𝒜𝒜', '𝒜𝒜', false],
  ])('%s takes %s: %s', (operandWord, fieldWord, takes) => {
    expect(wordMatcher(operandWord)(fieldWord)).toBe(takes);
  });
});

it('asks for every word of the operand in any order', () => {
  expect(matchesFuzzy(['remind', 'overdue'], 'Overdue: payment reminder')).toBe(true);
  expect(matchesFuzzy(['remind', 'missing'], 'Overdue: payment reminder')).toBe(false);
});

it('finds every text by its own words, and keywords fuzzily', () => {
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      const own = words(text);
      expect(matchesFuzzy(own, `${other} ${text}`)).toBe(true);
      expect(matchesKeyword(own, `${text} ${other}`)).toBe(own.length > 0);
      for (const word of own) if (matchesKeyword([word], other)) expect(matchesFuzzy([word], other)).toBe(true);
    }),
  );
});

it('compares long texts with many words', () => {
  const text = Array.from(
    { length: 30_000 },
    (_, index) => `${'paymen'.slice(index % 5)}${String.fromCodePoint(97 + (index % 26))}x${index}`,
  );
  const operand = Array.from({ length: 32 }, (_, index) => `payments${String.fromCodePoint(97 + (index % 26))}`);
  expect(matchesFuzzy(operand, text.join(' '))).toBe(false);
});
