import { expect, it } from 'vitest';
import { valueAt } from './field-path.ts';

const value = { a: { 'b-c': [{ d: 1 }, null] }, zero: 0, none: null, text: 'abc' };

it.each([
  ['', value],
  ['zero', 0],
  ['none', null],
  ['a.b-c.0.d', 1],
  ['a.b-c.1', null],
])('reads %j', (path, expected) => {
  expect(valueAt(value, path)).toEqual(expected);
});

it.each([
  'x',
  'a.x',
  'a.b-c.2',
  'a.b-c.1.d',
  'zero.x',
  'none.x',
  'text.length',
  'toString',
  'a.constructor',
  '__proto__',
  'a.',
  '.a',
])('finds nothing at %j', (path) => {
  expect(valueAt(value, path)).toBeUndefined();
});

it.each([[null], [undefined], ['text'], [7]])('finds nothing in %j', (root) => {
  expect(valueAt(root, 'a')).toBeUndefined();
  expect(valueAt(root, '')).toBe(root);
});
