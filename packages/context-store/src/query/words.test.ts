import fc from 'fast-check';
import { expect, it } from 'vitest';
import { texts } from '../../test/query/arbitraries.ts';
import { fold, words } from './stored-text.ts';

it('splits folded text into runs of letters, marks and numbers', () => {
  expect(words("Über-Größe: o'Brien №5 x² e\u0301té 資料 हिन्दी 😀")).toEqual([
    ...['uber', 'große', 'o', 'brien', '5', 'x²', 'ete', '資料', 'हिन्दी'],
  ]);
  expect(words('?!, 😀')).toEqual([]);
});

it.each([
  ['José', 'jose'],
  ['JOSE\u0301', 'jose'],
  ['Đặng Thị Hà', 'đang thi ha'],
  ['Άλφα', 'αλφα'],
  ['ЁЛКА', 'елка'],
  ['İzmir', 'izmir'],
  ['1\u030A2', '12'],
  ['مُحَمَّد', 'محمد'],
  ['がき', 'がき'],
  ['か\u3099き', 'がき'],
  ['한국', '한국'],
])('leaves out the accents of %s', (text, without) => {
  expect(words(text).join(' ')).toBe(without);
  expect(words(without).join(' ')).toBe(without);
});

it('folds a text part by part, so that a part is found in the whole', () => {
  expect(fold('ΟΔΟΣ ΟΔΟΣΑ')).toBe('οδοσ οδοσα');
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      fc.pre((one + other).isWellFormed() === (one.isWellFormed() && other.isWellFormed()));
      expect(fold(one + other)).toBe(fold(one) + fold(other));
      expect(fold(fold(one))).toBe(fold(one));
    }),
  );
});
