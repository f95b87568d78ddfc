import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePairs, nestPairs } from './form-values.ts';

const decode = (encoded: string) => nestPairs(decodePairs(encoded));

describe('decoding a form', () => {
  it.each([
    ['', {}],
    ['a', { a: '' }],
    ['a=1&&b=c+d%26', { a: '1', b: 'c d&' }],
    ['a=1=2', { a: '1=2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    ['a[1]=y', { a: { 1: 'y' } }],
    ['a[][b]=1&a[][c]=2&a[][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a[b=1&[c]=2&a]=3', { 'a[b': '1', '[c]': '2', 'a]': '3' }],
  ])('%s', (encoded, expected) => {
    expect(decode(encoded)).toEqual(expected);
  });

  it('keeps the names of the object prototype as names', () => {
    const decoded = decode('__proto__[x]=1&constructor[prototype][y]=2');
    expect(Object.keys(decoded)).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    expect(Object.hasOwn(Object.prototype, 'y')).toBe(false);
  });

  it('gives back any nested value that was encoded with brackets', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.string(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      object: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (object) => {
        expect(decode(encode(object).join('&'))).toEqual(object);
      }),
    );
  });
});

function encode(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    return [`${name}=${encodeURIComponent(value)}`];
  }
  return Object.entries(value as object).flatMap(([key, each]) => encode(each, name === '' ? key : `${name}[${key}]`));
}
