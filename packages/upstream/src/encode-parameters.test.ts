import { encoded } from '@connectory/connector-sdk';
import type { ArrayStyle } from '@connectory/connector-sdk/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeParameters } from './encode-parameters.ts';

const decode = (text: string) => [...new URLSearchParams(text)];
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => value.isWellFormed());
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.double({ noNaN: true }));

/** What a decoder must find for a value: the plain meaning of each array style, written without any encoding. */
function pairsOf(name: string, value: unknown, arrays: ArrayStyle): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const suffix = { repeat: '', comma: '', brackets: '[]', indices: `[${index}]` }[arrays];
      return pairsOf(name + suffix, item, arrays);
    });
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, arrays));
  }
  return [[name, value === null ? '' : String(value)]];
}

describe('encodeParameters', () => {
  it.each([
    ['brackets', 'a[]=1&a[]=2'],
    ['indices', 'a[0]=1&a[1]=2'],
    ['repeat', 'a=1&a=2'],
    ['comma', 'a=1,2'],
  ] as const)('spells an array in the style %s', (arrays, expected) => {
    expect(encodeParameters({ a: [1, 2] }, arrays)).toBe(expected);
  });

  it('nests objects, and objects in arrays, in brackets', () => {
    const items = [{ price: 'p1', quantity: 2 }, { price: 'p2' }];
    expect(encodeParameters({ created: { gte: 5, lt: { of: 'x' } } }, 'indices')).toBe(
      'created[gte]=5&created[lt][of]=x',
    );
    expect(encodeParameters({ items }, 'indices')).toBe('items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2');
    expect(encodeParameters({ items }, 'brackets')).toBe('items[][price]=p1&items[][quantity]=2&items[][price]=p2');
    expect(encodeParameters({ deep: [[1], [2, 3]] }, 'indices')).toBe('deep[0][0]=1&deep[1][0]=2&deep[1][1]=3');
  });

  it('sends what is encoded already as it is, and encodes the name', () => {
    expect(encodeParameters({ 'a[b]': encoded('List(urn%3Ali%3Ax)') }, 'repeat')).toBe('a%5Bb%5D=List(urn%3Ali%3Ax)');
  });

  it('leaves out undefined and empty arrays, and sends null as empty text', () => {
    const values = { gone: undefined, empty: [], none: null, inner: { gone: undefined, none: null }, last: 0 };
    expect(encodeParameters(values, 'repeat')).toBe('none=&inner[none]=&last=0');
  });

  it('escapes what has a meaning in a query string, and writes Unicode as UTF-8', () => {
    expect(encodeParameters({ 'a&b': 'c=d&e', q: 'é 🙂+%', 'x[y]': '#' }, 'repeat')).toBe(
      'a%26b=c%3Dd%26e&q=%C3%A9%20%F0%9F%99%82%2B%25&x%5By%5D=%23',
    );
  });

  it('keeps the commas of values apart from those between them', () => {
    expect(encodeParameters({ a: ['x,y', 'z', null] }, 'comma')).toBe('a=x%2Cy,z,');
  });

  it.each(['brackets', 'indices', 'repeat'] as const)('decodes to the same values, style %s', (arrays) => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.constant(null),
        fc.constant(undefined),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(text, value, { maxKeys: 5 }), (values) => {
        const expected = Object.entries(values).flatMap(([name, member]) => pairsOf(name, member, arrays));
        expect(decode(encodeParameters(values, arrays))).toEqual(expected);
      }),
    );
  });

  it('decodes to the same values, style comma', () => {
    fc.assert(
      fc.property(text, fc.array(scalar, { minLength: 1, maxLength: 5 }), (name, items) => {
        const encoded = encodeParameters({ [name]: items }, 'comma');
        const [, list = ''] = encoded.split(/=(.*)/s);
        expect(list.split(',').map(decodeURIComponent)).toEqual(items.map(String));
        expect(decode(encoded)).toEqual([[name, items.map(String).join(',')]]);
      }),
    );
  });
});
