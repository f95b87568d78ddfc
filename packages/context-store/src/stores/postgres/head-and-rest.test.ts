import { expect, it } from 'vitest';
import { headAndRest } from './entity-table.ts';

it.each<[string, string, string, string | null]>([
  ['an empty text', '', '', null],
  ['one below the length', 'a'.repeat(199), 'a'.repeat(199), null],
  ['one of the length', 'a'.repeat(200), 'a'.repeat(200), ''],
  ['one above the length', `${'a'.repeat(200)}b`, 'a'.repeat(200), 'b'],
  ['200 code units of pairs', '😀'.repeat(100), '😀'.repeat(100), null],
  ['200 code points of pairs', '😀'.repeat(200), '😀'.repeat(200), ''],
  ['more of them', '😀'.repeat(201), '😀'.repeat(200), '😀'],
])('splits %s', (_, text, head, rest) => {
  expect(headAndRest(text)).toEqual({ head, rest });
});
