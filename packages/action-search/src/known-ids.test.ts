import { expect, it } from 'vitest';
import { findIds } from './known-ids.ts';

const known = [
  { prefix: 'cus_', connector: 'ledger', entity: 'customers' },
  { prefix: 'CA', connector: 'phones', entity: 'calls' },
];

it.each([
  ['show cus_9s6XK', ['customers']],
  ['how long was CA7781', ['calls']],
  ['which CALLS were long', []],
  ['focus_1 and CAP', []],
])('%s has ids of %j', (wish, entities) => {
  expect(findIds(known, wish).ids.map(({ entity }) => entity)).toEqual(entities);
});

it('says the entity in place of the id', () => {
  expect(findIds(known, 'refund cus_9s6XK now').text).toBe('refund id customers now');
});
