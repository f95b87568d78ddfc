import { describe, expect, it } from 'vitest';
import { items } from '../src/entities/items.ts';

describe('the columns of boards', () => {
  const fieldsOf = (...columns: readonly unknown[]) => items.ownFields?.fields({ columns }, []);

  it('have the labels of a status as options', () => {
    const settings_str = JSON.stringify({ labels: [{ label: 'Done', index: 1 }, { name: 'Stuck' }, { label: '' }] });
    expect(fieldsOf({ id: 'status', title: 'Zustand', type: 'status', settings_str })).toEqual([
      {
        name: 'status',
        label: 'Zustand',
        type: 'string',
        options: [
          { value: 'Done', label: 'Done' },
          { value: 'Stuck', label: 'Stuck' },
        ],
      },
    ]);
  });

  it('are no fields if they are archived, computed, or fields of the item itself', () => {
    const archived = { id: 'text', title: 'Text', type: 'text', archived: true };
    expect(fieldsOf({ id: 'name', title: 'Name', type: 'name' }, { id: 'm', title: 'M', type: 'mirror' })).toEqual([]);
    expect(fieldsOf(archived, null)).toEqual([]);
  });

  it.each([
    ['numbers', '12.50', '"12.50"', '12.50'],
    ['date', '2026-11-05', '{"date":"2026-11-05"}', '2026-11-05'],
    ['date', '2026-11-05 11:30', '{"date":"2026-11-05","time":"10:30:00"}', '2026-11-05T10:30:00Z'],
    ['status', 'Done', '{"index":1}', 'Done'],
    ['dropdown', 'Fair, Mail', '{"ids":[1,2]}', ['Fair', 'Mail']],
    ['checkbox', 'v', '{"checked":"true"}', true],
    ['checkbox', '', null, false],
    ['rating', '4', '{"rating":4}', 4],
    [
      'timeline',
      '2026-11-05 - 2026-11-07',
      '{"from":"2026-11-05","to":"2026-11-07"}',
      { from: '2026-11-05', to: '2026-11-07' },
    ],
    ['rating', '4', 'not JSON', null],
    ['text', '', null, null],
  ])('of the type %s with the text "%s" have the value of %s as %j', (type, text, value, expected) => {
    expect(items.ownFields?.values?.({ column_values: [{ id: 'a', type, text, value }] })).toEqual({ a: expected });
  });
});
