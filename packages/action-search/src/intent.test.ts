import { expect, it } from 'vitest';
import { intentOf } from './intent.ts';

it.each<[string, boolean | undefined]>([
  ['which invoices are open', false],
  ['open invoices', undefined],
  ['open a ticket for Ada', true],
  ['please could you close ticket 12', true],
  ["I'd like to cancel the order", true],
  ['how do I refund a payment', true],
  ['how many refunds were there', false],
  ['new customer Ada', true],
  ['new customers since May', undefined],
  ['text of the page', undefined],
  ['text the customer', true],
  ['give the money back', true],
  ['give me the orders', false],
  ['budget of the campaign', undefined],
  ['nobody uses this one any more, archive it', true],
  ['In the ledger: which bills are open', false],
  ['ticket 77 needs to be closed', true],
  ['tag order 12 as paid', true],
  ['', undefined],
])('%s: whether it changes something is %s', (wish, changes) => {
  expect(intentOf(wish).changes).toBe(changes);
});

it.each<[string, boolean]>([
  ['invoice 1002', true],
  ['details of the order', true],
  ['settings of cus_123456', true],
  ['orders of this week', false],
  ['which orders are open', false],
])('%s: whether it is about one thing is %s', (wish, isAboutOne) => {
  expect(intentOf(wish).isAboutOne).toBe(isAboutOne);
});
