import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mask } from './mask.ts';

it('replaces letters and digits and keeps what shows the form', () => {
  expect(mask('Jürgen.Weiß+1@Example.com')).toBe('Xxxxxx.Xxxx+0@Xxxxxxx.xxx');
  expect(mask('+49 (0)30 1234-5')).toBe('+00 (0)00 0000-0');
  expect(mask('Ελλάδα, 東京, ٣ ½')).toBe('Xxxxxx, xx, 0 0');
  expect(mask('')).toBe('');
});

it('leaves no other letter or digit, and masks what is masked to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const masked = mask(text);
      expect(masked.replace(/[xX0]/g, '')).not.toMatch(/[\p{L}\p{N}]/u);
      expect(mask(masked)).toBe(masked);
      expect([...masked]).toHaveLength([...text].length);
    }),
  );
});
