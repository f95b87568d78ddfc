import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texts } from '../../test/query/arbitraries.ts';
import type { LikePattern } from './condition.ts';
import { likePattern, matchesLike } from './like-match.ts';
import { fold, storedText } from './stored-text.ts';

const like = (operand: string, text: string) => matchesLike(likePattern(operand), fold(text));

describe('a like operand', () => {
  it.each([
    ['%pay%', 'Overdue PAYMENT', true],
    ['pay%', 'Payment', true],
    ['pay%', 'repay', false],
    ['%ent', 'Payment', true],
    ['%pay', 'Payment', false],
    ['p_y', 'PAY', true],
    ['p_y', 'pay!', false],
    ['_', '😀', true],
    ['_', '', false],
    ['%', '', true],
    ['', 'anything', true],
    ['ay', 'payment', true],
    ['AY', 'payment', true],
    ['100\\%', 'now 100% sure', true],
    ['100\\%', 'now 1000', false],
    ['\\_%', '_a', true],
    ['\\_%', 'aa', false],
    ['\\\\', 'a\\b', true],
    ['a\\', 'a\\b', true],
    ['ab%b', 'ab', false],
    ['%a%b%', 'xxayyb', true],
    ['%_%', '', false],
    ['a%_c', 'abc', true],
    ['a%_c', 'ac', false],
    ['%aab', 'aaab', true],
    ['%a_b%c', 'aaxbbc', true],
  ])('%s on %s: %s', (operand, text, matches) => {
    expect(like(operand, text)).toBe(matches);
  });

  it('is taken apart into merged, folded parts', () => {
    const one = { wildcard: 'one' };
    const many = { wildcard: 'many' };
    expect(likePattern('A%_%%B\\%c_')).toEqual(['a', one, many, 'b%c', one]);
    expect(likePattern('Plain')).toEqual([many, 'plain', many]);
  });
});

const symbols = fc.constantFrom('a', 'b', '😀', '%', '_', '\\');

it('agrees with the regular expression of the same meaning', () => {
  const operands = fc.array(symbols, { maxLength: 12 }).map((list) => list.join(''));
  const subjects = fc
    .array(fc.constantFrom('a', 'b', '😀', '%', '_', '\\'), { maxLength: 14 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(operands, subjects, (operand, text) => {
      expect(like(operand, text)).toBe(expression(likePattern(operand)).test(text));
    }),
    { numRuns: 2000 },
  );
});

it('finds every part of a text, in any case', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, part, after) => {
      const operand = storedText(part)
        .toUpperCase()
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&');
      expect(like(`%${operand}%`, storedText(before) + storedText(part).toUpperCase() + storedText(after))).toBe(true);
    }),
  );
});

// One that backtracks would not come to an end here.
it.each([
  [`${'%a'.repeat(400)}%b`],
  [`%${'a_'.repeat(400)}b%`],
  [`%${'a'.repeat(900)}b%`],
  [`${'%_'.repeat(400)}b`],
  [`%${'_a%'.repeat(300)}b`],
])('answers a hostile operand on a long text: %.12s…', (operand) => {
  const pattern = likePattern(operand);
  expect(matchesLike(pattern, `${'a'.repeat(300_000)}c`)).toBe(false);
  expect(matchesLike(pattern, `${'a'.repeat(300_000)}b`)).toBe(true);
});

function expression(pattern: LikePattern): RegExp {
  const parts = pattern.map((part) => {
    if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return part.wildcard === 'one' ? '.' : '.*';
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}
