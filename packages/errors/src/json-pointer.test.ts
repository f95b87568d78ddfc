import { expect, it } from 'vitest';
import { jsonPointer, shownPointer } from './json-pointer.ts';

it.each([
  [[], ''],
  [['params', 'items', 0, 'price'], '/params/items/0/price'],
  [['a/b', 'c~d', '~1'], '/a~1b/c~0d/~01'],
  [[''], '/'],
])('points to %j by %s', (parts, pointer) => {
  expect(jsonPointer(parts)).toBe(pointer);
});

it('shows names as they are', () => {
  expect(shownPointer(jsonPointer(['params', '/params/x', 'c~d', '~1']))).toBe('params./params/x.c~d.~1');
});
