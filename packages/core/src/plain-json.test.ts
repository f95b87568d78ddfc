import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatewayErrorIn } from '../test/gateway-errors.ts';
import { requirePlainJson } from './plain-json.ts';

const refusal = (text: string) => gatewayErrorIn(() => requirePlainJson(JSON.parse(text), ['params']));
const nested = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('requirePlainJson', () => {
  it('accepts any JSON value that is not too deep', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 6 })), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__') && JSON.stringify(value).isWellFormed());
        fc.pre(!/\\ud[89a-f]/.test(JSON.stringify(value)));
        expect(() => requirePlainJson(value, ['params'])).not.toThrow();
      }),
    );
  });

  it.each([
    ['{"__proto__": 1}', '/params/__proto__'],
    ['{"a": [{"__proto__": {"admin": true}}]}', '/params/a/0/__proto__'],
  ])('refuses the name __proto__ in %s', (text, field) => {
    expect(refusal(text)).toMatchObject({ code: 'invalid_params', errors: [{ field, error_code: 'unknown_name' }] });
  });

  it('leaves the names that only look dangerous alone', () => {
    expect(() => requirePlainJson(JSON.parse('{"constructor": {"prototype": 1}, "proto": 2}'), [])).not.toThrow();
  });

  it.each([
    ['{"a": "\\ud800"}', '/params/a'],
    ['{"a": ["fine", "x\\udc00y"]}', '/params/a/1'],
    ['{"a": {"\\ud800": 1}}', '/params/a'],
  ])('refuses text that is no Unicode in %s', (text, field) => {
    expect(refusal(text).errors).toMatchObject([{ field, error_code: 'invalid_text' }]);
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('refuses what is nested deeper than 64 levels of %s', (open, close) => {
    expect(() => requirePlainJson(JSON.parse(nested(64, open, close)), ['params'])).not.toThrow();
    expect(refusal(nested(65, open, close)).errors).toMatchObject([{ error_code: 'too_deep' }]);
  });

  it('refuses a hundred thousand levels without falling over, and shows a short pointer', () => {
    const error = refusal(nested(100_000, '[', ']'));
    expect(error.errors[0]?.field).toBe('/params/0/0/0/0/0/0/0');
  });
});
