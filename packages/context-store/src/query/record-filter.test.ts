import { afterAll, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { layoutOf } from './layout-of.ts';
import { parseSearch } from './parse-search.ts';
import { RecordFilter } from './record-filter.ts';

const layout = {
  connector: 'test',
  entity: 'things',
  fields: [
    { name: 'size', type: 'integer', absent: false, members: {} },
    { name: 'text', type: 'string', absent: false, members: {} },
  ],
} satisfies ReturnType<typeof layoutOf>;

function conditionOf(filter: object) {
  const { filter: condition } = parseSearch({ query: { filter } }, layout);
  if (condition === null) throw new Error('There is a filter.');
  return condition;
}

const filter = new RecordFilter(5_000);
afterAll(() => filter.close());

it('finds what a search finds, whatever the values are', async () => {
  const condition = conditionOf({ or: [{ gt: { size: 9_007_199_254_740_993n } }, { fuzzy: { text: 'payement' } }] });
  const documents = [{ size: 9_007_199_254_740_994n }, { size: 1, text: 'A payment' }, { text: null }, null, {}];
  const expected = documents.map((document) => document !== null && evaluate(condition, document));
  expect(expected).toEqual([true, true, false, false, false]);
  expect(await filter.matches('a', { condition, documents })).toEqual(expected);
});

it('stops a filter that takes too long, while this process and other workspaces go on', async () => {
  const word = (at: number) => `qwertz${at.toString(4).replace(/\d/g, (digit) => 'abcd'.charAt(Number(digit)))}`;
  const found = Array.from({ length: 31 }, (_, at) => `zyxwvu${word(at)}`);
  const fuzzy = ['nothing', 'nowhere', 'nobody'].map((none) => ({ fuzzy: { text: [...found, none].join(' ') } }));
  const condition = conditionOf({ or: fuzzy });
  // Each word is looked for among all before it is found.
  const text = [...Array.from({ length: 400_000 }, (_, at) => word(at)), ...found].join(' ');
  const costly = filter.matches('a', { condition, documents: [{ text }] });
  const quick = conditionOf({ eq: { size: 1 } });
  let isRunning = true;
  costly.catch(() => {
    isRunning = false;
  });
  expect(await filter.matches('b', { condition: quick, documents: [{ size: 1 }] })).toEqual([true]);
  expect(isRunning).toBe(true);
  await expect(costly).rejects.toMatchObject({ code: 'search_timeout' });
  expect(await filter.matches('a', { condition: quick, documents: [{ size: 2 }] })).toEqual([false]);
});

it('stops when it is told to', async () => {
  const ending = new AbortController();
  const condition = conditionOf({ eq: { size: 1 } });
  const asked = filter.matches('a', { condition, documents: [{ size: 1 }] }, ending.signal);
  ending.abort(new Error('It is over.'));
  await expect(asked).rejects.toThrow('It is over.');
  expect(await filter.matches('a', { condition, documents: [{ size: 1 }] })).toEqual([true]);
});
