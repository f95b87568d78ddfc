import { describe, expect, it } from 'vitest';
import { ownFieldsOf } from '../src/own-fields.ts';

const { fields, values } = ownFieldsOf('candidate');

const definition = (value_type: string, more: object = {}) => ({
  id: 7,
  name: 'Größe',
  name_key: 'grosse',
  field_type: 'candidate',
  value_type,
  ...more,
});

const declared = (row: object, ...others: readonly object[]) => fields(row, [row, ...others]);

describe('custom fields', () => {
  it('are those of the kind of record, by key', () => {
    expect(declared(definition('date'))).toEqual([{ name: 'grosse', label: 'Größe', type: 'string', format: 'date' }]);
    expect(declared(definition('date', { field_type: 'job' }))).toEqual([]);
  });

  it('have the options that Greenhouse lists apart from them', () => {
    const options = [
      { id: 1, custom_field_id: 7, name: 'M' },
      { id: 2, custom_field_id: 8, name: 'Yes' },
    ];
    expect(declared(definition('single_select'), ...options)).toMatchObject([
      { type: 'string', options: [{ value: 'M', label: 'M' }] },
    ]);
    expect(options.flatMap((option) => declared(option))).toEqual([]);
  });

  it('are one field for each part of an amount or a range', () => {
    expect(declared(definition('currency'))).toEqual([
      { name: 'grosse.amount', label: 'Größe (amount)', type: 'decimal' },
      { name: 'grosse.unit', label: 'Größe (unit)', type: 'string' },
    ]);
  });

  it('have any type if Greenhouse adds a kind of value', () => {
    expect(declared(definition('signature'))).toEqual([{ name: 'grosse', label: 'Größe', type: 'any' }]);
  });
});

describe('values of custom fields', () => {
  const value = (type: string, given: unknown) =>
    values?.({ keyed_custom_fields: { a: { name: 'A', type, value: given } } });

  it.each([
    ['number', 12.5, '12.5'],
    ['number', '12.50', '12.50'],
    ['currency', { amount: 80_000, unit: 'USD' }, { amount: '80000', unit: 'USD' }],
    ['currency_range', { min_value: '10000.0', max_value: 20_000 }, { min_value: '10000.0', max_value: '20000' }],
    ['currency', '$123,000', '$123,000'],
    ['currency', null, null],
    ['yes_no', false, false],
    ['multi_select', ['a', 'b'], ['a', 'b']],
  ])('%s %j is %j', (type, given, expected) => {
    expect(value(type, given)).toEqual({ a: expected });
  });

  it('keep all digits of long integers', () => {
    expect(value('number', 9_007_199_254_740_993n)).toEqual({ a: '9007199254740993' });
  });

  it('are none in a record without them', () => {
    expect(values?.({ keyed_custom_fields: null })).toEqual({});
  });
});
