import { expect, it } from 'vitest';
import { wordsOf } from './words.ts';

it.each([
  ['refund refunds refunded refunding', 1],
  ['company companies', 1],
  ['address addresses', 1],
  ['cancel cancelled cancelling cancels', 1],
  ['pause paused pausing', 1],
  ['Café cafe CAFÉ', 1],
  ['ad ads', 1],
  ['new news', 2],
  ['customer custom', 2],
  ['bill bull', 2],
])('%s are %i word(s)', (text, count) => {
  expect(new Set(wordsOf(text)).size).toBe(count);
});

it('takes names apart as they are written', () => {
  expect(wordsOf('sponsored_ad-groups contactId')).toEqual(wordsOf('sponsored ad groups contact id'));
  expect(wordsOf("what's — 💥 ?!")).toEqual(['whats'].flatMap((word) => wordsOf(word)));
});
