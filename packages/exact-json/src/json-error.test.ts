import { expect, it } from 'vitest';
import { jsonErrorPosition } from './json-error.ts';

it.each([
  ['', 'line 1, column 1'],
  ['{"a" 1}', 'line 1, column 6'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['{\n  "a": tru\n}', 'line 2, column 8'],
  ['{"grüße 👋": x}', 'line 1, column 13'],
  ['{"a": [1, 2', 'line 1, column 12'],
  ['{} {}', 'line 1, column 4'],
  ["{'a': 1}", 'line 1, column 2'],
  ['{"a": "b\nc"}', 'line 1, column 9'],
])('says where %j stops being JSON', (text, position) => {
  expect(jsonErrorPosition(text)).toBe(position);
});

it.each(['{"a": [1, "b", null]}', '\ufeff {} ', '12'])('finds no error in %j', (text) => {
  expect(jsonErrorPosition(text)).toBeUndefined();
});
