import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, expect, it } from 'vitest';
import { connectedClient } from './connected-client.ts';
import { stubCalls } from './stub-calls.ts';

let [count, tokens] = [0, 0];

beforeAll(async () => {
  const { client, close } = await connectedClient(stubCalls());
  const { tools } = await client.listTools();
  // A client that is closed has none.
  const instructions = client.getInstructions() ?? '';
  await close();
  expect(instructions).not.toBe('');
  count = tools.length;
  tokens = encode(JSON.stringify(tools)).length + encode(instructions).length;
});

it('has less than 2,000 tokens in all names, descriptions and schemas, as they are sent', () => {
  expect(count).toBe(12);
  expect(tokens).toBeLessThan(2_000);
});

const numbers = ['six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

it.each(['README.md', 'apps/docs/index.md', 'apps/docs/guide/agents.md'])(
  '%s states the number of tools, and their tokens to the hundred',
  (document) => {
    const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8').replaceAll('\n', ' ');
    const stated = Array.from(text.matchAll(/\b([a-z]+) tools\b/g), ([, word = '']) => numbers.indexOf(word) + 6);
    expect(stated.filter((number) => number > 5)).toEqual([count]);
    for (const [, number = ''] of text.matchAll(/\b(\d[\d,]*) tokens\b/g))
      expect(Number(number.replace(',', ''))).toBe(Math.round(tokens / 100) * 100);
  },
);
