import { describe, expect, it } from 'vitest';
import { ownMember, valueAt } from './field-path.ts';

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

describe('ownMember', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'other', 7, null, undefined])(
    'finds nothing by the name %j, which is not its own',
    (name) => {
      expect(ownMember({ charge: 'charges' }, name)).toBeUndefined();
    },
  );

  it('finds a member by its name', () => {
    expect(ownMember({ charge: 'charges' }, 'charge')).toBe('charges');
  });
});
