import { expect, it } from 'vitest';
import { personalSource } from './personal-source.ts';

const entity = (name: string, ...texts: readonly string[]) => ({
  name,
  constant: name,
  source: '',
  texts,
  check: null,
});

it('marks every text field once: ids as none, the rest as free text until the author has judged it', () => {
  const source = personalSource([
    entity('orders', 'id', 'customer_id', 'note', 'paid'),
    entity('people', 'id', 'note'),
  ]);
  expect(source).toContain("  free_text: 'note paid',\n  none: 'customer_id id',\n");
});

it('leaves out a list without names', () => {
  expect(personalSource([entity('orders', 'orderId')])).not.toContain('free_text:');
});

it('cannot get code into the source by names', () => {
  expect(personalSource([entity('orders', "'+process.exit(1)+'")])).toContain(String.raw`'\'+process.exit(1)+\''`);
});
