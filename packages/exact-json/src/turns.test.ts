import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { elementRuns } from './array-elements.ts';
import { parseExactly } from './exact-json.ts';
import { JsonSyntaxError } from './scan-json.ts';
import { eachInTurns, readElements, replaceElements } from './turns.ts';

const elementsOf = async (text: string) => {
  const read: unknown[] = [];
  await readElements(Buffer.from(text), (elements) => read.push(...elements));
  return read;
};

it('reads the elements of any array in their order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.boolean(), async (values, isSpaced) => {
      const text = JSON.stringify(values, null, isSpaced ? 1 : 0);
      expect(await elementsOf(` ${text} `)).toEqual(parseExactly(text));
    }),
  ));

it('reads long integers exactly', async () => {
  expect(await elementsOf('[1,12345678901234567890]')).toEqual([1, 12345678901234567890n]);
});

it('splits an array into runs that end after about as many bytes', () => {
  const json = Buffer.from('[ "aaaa" , "b","c" ,"dddddd", 1]');
  const runs = (bytes: number) =>
    Array.from(elementRuns(json, bytes), ({ start, end }) => json.toString('utf8', start, end));
  expect(runs(1)).toEqual(['"aaaa"', '"b"', '"c"', '"dddddd"', '1']);
  expect(runs(6)).toEqual(['"aaaa"', '"b","c"', '"dddddd"', '1']);
  expect(runs(100)).toEqual(['"aaaa" , "b","c" ,"dddddd", 1']);
});

it.each(['{}', '[1', '[1,]', '[1 2]', '[1] x', ''])('refuses what is not an array: %j', async (text) => {
  await expect(elementsOf(text)).rejects.toThrow(JsonSyntaxError);
});

it('lets others work while it reads an array of eight megabytes', async () => {
  const record = JSON.stringify({ id: 1, values: Array(50).fill(null), name: 'Ada Marsh' });
  const json = Buffer.from(`[${Array(25_000).fill(record).join(',')}]`);
  let turns = 0;
  let isDone = false;
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  let count = 0;
  await readElements(json, (elements) => {
    count += elements.length;
  });
  isDone = true;
  expect(count).toBe(25_000);
  expect(turns).toBeGreaterThan(3);
});

it('does short work at once', async () => {
  let hasWaited = false;
  setImmediate(() => {
    hasWaited = true;
  });
  await eachInTurns([1, 2, 3], () => {});
  expect(hasWaited).toBe(false);
});

it('replaces the elements of short and long arrays', async () => {
  const isKept = (value: number) => value % 3 > 0;
  const replace = (elements: Buffer) =>
    Buffer.from(JSON.stringify((JSON.parse(elements.toString()) as number[]).filter(isKept)));
  for (const count of [0, 1, 10, 100_000]) {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const replaced = await replaceElements(Buffer.from(JSON.stringify(numbers, null, 1)), replace);
    expect(JSON.parse(replaced.toString())).toEqual(numbers.filter(isKept));
  }
  await expect(replaceElements(Buffer.from(`{${' '.repeat(200_000)}}`), replace)).rejects.toThrow(JsonSyntaxError);
});
