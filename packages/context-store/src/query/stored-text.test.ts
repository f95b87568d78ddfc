import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texts } from '../../test/query/arbitraries.ts';
import { codePointCount, compareText, firstCodePoints, isLongerThan, storedText } from './stored-text.ts';

const stored = texts.map(storedText);

it('stores lone surrogates and U+0000 as U+FFFD and leaves everything else alone', () => {
  expect(storedText('a\0b\uD800c\uDC00😀')).toBe('a\uFFFDb\uFFFDc\uFFFD😀');
  fc.assert(
    fc.property(texts, (text) => {
      expect(storedText(text).isWellFormed()).toBe(true);
      expect(storedText(storedText(text))).toBe(storedText(text));
    }),
  );
});

it('compares like the bytes of UTF-8', () => {
  expect(compareText('\uE000', '😀')).toBeLessThan(0);
  expect(['z', 'Z', '', 'é', '𐀀', '\uFFFD', 'ab', 'a'].sort(compareText)).toEqual([
    '',
    'Z',
    'a',
    'ab',
    'z',
    'é',
    '\uFFFD',
    '𐀀',
  ]);
  fc.assert(
    fc.property(stored, stored, (one, other) => {
      expect(Math.sign(compareText(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
  );
});

describe('code points', () => {
  it('are counted and cut as characters', () => {
    fc.assert(
      fc.property(stored, fc.nat({ max: 300 }), (text, count) => {
        const characters = Array.from(text);
        expect(codePointCount(text)).toBe(characters.length);
        expect(firstCodePoints(text, count)).toBe(characters.slice(0, count).join(''));
        expect(isLongerThan(text, count)).toBe(characters.length > count);
      }),
    );
  });
});
