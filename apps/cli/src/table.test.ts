import { expect, it } from 'vitest';
import { tableText } from './table.ts';

it('lines columns up', () => {
  const text = tableText(
    ['name', 'rows'],
    [
      ['a long name', 1],
      ['b', null],
    ],
  );
  expect(text).toBe('name         rows\na long name  1\nb');
});

it('lets no value break a row or reach the terminal', () => {
  const text = tableText(['name'], [['a\nb\u001b[31mred\u202e']]);
  expect(text.split('\n')).toHaveLength(2);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
