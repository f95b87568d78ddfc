import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLuhn, isMod11And10, isVerhoeff, remainderBy97 } from './check-digits.ts';

it.each([
  ['Luhn', isLuhn, '4111111111111111'],
  ['Verhoeff', isVerhoeff, '234123412346'],
  ['mod 11,10', isMod11And10, '86095742719'],
  ['mod 97', (digits: string) => remainderBy97(digits) === 1, '3214282912345698765432161182'],
])('%s accepts a documented number, and none that differs from it in one digit', (_name, isValid, number) => {
  expect(isValid(number)).toBe(true);
  fc.assert(
    fc.property(fc.nat(number.length - 1), fc.integer({ min: 1, max: 9 }), (position, added) => {
      const digit = (Number(number[position]) + added) % 10;
      expect(isValid(number.slice(0, position) + digit + number.slice(position + 1))).toBe(false);
    }),
  );
});
