import { expect, it } from 'vitest';
import { jsonText } from '../json-text.ts';

const long = 'x'.repeat(150);

it('puts on one line what fits', () => {
  expect(jsonText({ a: 1, b: [1, { c: null }] })).toBe('{"a":1,"b":[1,{"c":null}]}\n');
});

it('breaks what does not fit, at the outermost level first', () => {
  expect(jsonText({ first: { name: 'a' }, second: { name: long, list: [] } })).toBe(
    `{\n "first": {"name":"a"},\n "second": {\n  "name": "${long}",\n  "list": []\n }\n}\n`,
  );
});

it('writes what JSON.parse reads back, without members that are undefined', () => {
  const value = { text: `"${long}"\n`, list: [long, [long], {}], gone: undefined };
  expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
});

it('changes one line for one change', () => {
  const document = (limit: number) => ({
    [long]: { limit: { type: 'integer', maximum: limit }, name: { type: 'string' } },
  });
  const [before, after] = [jsonText(document(50)).split('\n'), jsonText(document(100)).split('\n')];
  expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
});
