import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

const value = { 'a "name"': 'true: 1', list: [1, -2.5e3, true, null, '\\"'], empty: {} };

it('indents', () => {
  expect(jsonText(value, false)).toBe(JSON.stringify(value, null, 2));
});

it('colors names, strings and other values differently, and changes nothing else', () => {
  const text = jsonText(value, true);
  expect(stripVTControlCharacters(text)).toBe(JSON.stringify(value, null, 2));
  const start = (part: string) => text.slice(0, text.indexOf(part)).split('\u001B').at(-1);
  expect(new Set(['list', 'true: 1', '-2.5e3'].map(start)).size).toBe(3);
});
