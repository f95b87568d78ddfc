import type { RawValue } from '@connectory/connector-sdk';
import * as fc from 'fast-check';

const { constantFrom, oneof } = fc;

const nastyTexts = [
  '',
  ' ',
  '.',
  '..',
  '../',
  '../../etc/passwd',
  '..%2f..%2fadmin',
  '%2e%2e%2fadmin',
  '..\\..\\admin',
  '/absolute',
  '//evil.example.com/',
  'https://evil.example.com/',
  '?admin=true',
  '#fragment',
  'a\r\nX-Injected: yes',
  'a\nb',
  'nul\0byte',
  '\u0085\u2028',
  '\ud800',
  'x\udfffy',
  '\ufeffbom',
  '{id}',
  '$&$1',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  'null',
  'NaN',
  '0',
  '-1',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(300),
  'x'.repeat(100_000),
  '💥'.repeat(2000),
];
const surrogates = fc.string({
  unit: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
});
/** Strings that break careless code: paths, markup, prototype names, lone surrogates, great lengths. */
export const nastyText = oneof(
  { weight: 4, arbitrary: constantFrom(...nastyTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: surrogates },
);

/** A string with this many nested brackets. */
export const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const nastyTree: fc.Arbitrary<RawValue> = constantFrom(
  JSON.parse(nested(70, '{"a":', '}').replace('}', '1}')),
  JSON.parse(nested(500, '[', ']')),
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"admin":true}}}'),
  JSON.parse('{"toString":null,"hasOwnProperty":1,"length":-1}'),
  Array.from({ length: 5000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
);
/** Values of any type, most of them unexpected. */
export const nastyValue: fc.Arbitrary<RawValue> = oneof(
  { weight: 6, arbitrary: nastyText },
  { weight: 3, arbitrary: constantFrom<RawValue>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -0.0, 1e308) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: nastyTree },
);
/** Small objects with nasty names and values. */
export const nastyObject = fc.dictionary(nastyText, nastyValue, { maxKeys: 4 });
