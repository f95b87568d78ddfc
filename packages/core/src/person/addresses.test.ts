import { describe, expect, it } from 'vitest';
import { Addresses } from './addresses.ts';

const addresses = new Addresses(['Da@Acme.example']);

describe('an address', () => {
  it.each([
    'da@acme.example',
    'DA@ACME.EXAMPLE',
    'Write to <da@acme.example>.',
    'mailto:da@acme.example?subject=x',
    'to:da@acme.example,bo@acme.example',
    'https://x.example/?user=da%40acme.example&x=1',
    'https://x.example/?q=to%3Ada%40acme.example',
    'ends with da@acme.example.',
    'linda@acme.example, da@acme.example',
  ])('is in the text %s', (text) => {
    expect(addresses.isIn(text)).toBe(true);
    expect(addresses.needles.some((needle) => text.toLowerCase().includes(needle))).toBe(true);
  });

  it.each([
    'linda@acme.example',
    'bo+da@acme.example',
    'bo%2bda%40acme.example',
    'bo.da@acme.example',
    'da@acme.example.org',
    'da@acme.examples',
    'da@acme.example-two.org',
    'da at acme.example',
    '',
  ])('is not in the text %s', (text) => {
    expect(addresses.isIn(text)).toBe(false);
  });

  it('is a whole text apart from case and spaces around it', () => {
    expect(addresses.is(' DA@acme.example ')).toBe(true);
    expect(addresses.is('<da@acme.example>')).toBe(false);
  });
});
