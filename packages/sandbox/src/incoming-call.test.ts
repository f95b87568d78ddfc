import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bracketSteps, decodeBrackets } from './incoming-call.ts';

describe('decodeBrackets', () => {
  it('reads every spelling of nested values and arrays', () => {
    expect(decodeBrackets('a=1&b[c]=2&b[d][e]=3')).toEqual({ a: '1', b: { c: '2', d: { e: '3' } } });
    expect(decodeBrackets('a[0][p]=1&a[1][p]=2')).toEqual({ a: [{ p: '1' }, { p: '2' }] });
    expect(decodeBrackets('a[]=1&a[]=2')).toEqual({ a: ['1', '2'] });
    expect(decodeBrackets('a=1&a=2&a=3')).toEqual({ a: ['1', '2', '3'] });
    expect(decodeBrackets('a%5Bb%5D=x+y%26z&c')).toEqual({ a: { b: 'x y&z' }, c: '' });
  });

  it('leaves names alone that are not bracketed properly', () => {
    expect(bracketSteps('page[number]')).toEqual(['page', 'number']);
    expect(bracketSteps('a[b')).toEqual(['a[b']);
    expect(bracketSteps('[a]')).toEqual(['[a]']);
  });

  it('refuses broken percent sequences and too many values', () => {
    expect(() => decodeBrackets('a=%E0%A4%A')).toThrow(URIError);
    expect(() => decodeBrackets('a=1&'.repeat(10_001))).toThrow(RangeError);
  });

  it('survives anything without touching prototypes or making huge arrays', () => {
    const name = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'length', '0', '99999999', '', 'a'),
      fc.string({ maxLength: 5 }),
    );
    const pair = fc
      .tuple(name, fc.array(name, { maxLength: 4 }), fc.string({ maxLength: 5 }))
      .map(
        ([head, steps, value]) =>
          `${encodeURIComponent(head)}${steps.map((step) => `[${encodeURIComponent(step)}]`).join('')}=${encodeURIComponent(value)}`,
      );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
        expect(JSON.stringify(decodeBrackets(pairs.join('&'))).length).toBeLessThan(300_000);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as Record<string, unknown>).a).toBeUndefined();
      }),
    );
  });
});
