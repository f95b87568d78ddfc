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
  expect(source).toContain('  free_text: `note paid`,\n  none: `customer_id id`,\n');
});

it('leaves out a list without names', () => {
  expect(personalSource([entity('orders', 'orderId')])).not.toContain('free_text:');
});

it('puts many names on several lines', () => {
  const names = Array.from({ length: 40 }, (_, index) => `field_${index + 10}`);
  const lines = personalSource([entity('orders', ...names)]).split('\n');
  const listed = lines.filter((line) => line.startsWith('    field_'));
  expect(listed.join(' ').match(/field_\d+/g)).toEqual(names);
  expect(Math.max(...listed.map((line) => line.length))).toBeLessThan(110);
});

it('cannot get code into the source by names', () => {
  const source = personalSource([entity('orders', '`+process.exit(1)+`', '$'.concat('{process.exit(1)}'), '\\`')]);
  const unescaped = source.replaceAll(/\\./g, '');
  expect(unescaped.match(/`/g)).toHaveLength(2);
  expect(unescaped).not.toContain('$');
});
