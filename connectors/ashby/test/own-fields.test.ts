import { describe, expect, it } from 'vitest';
import { ownFieldsOf } from '../src/own-fields.ts';

const { fields, values } = ownFieldsOf('Candidate');

const declared = (definition: object) => {
  const row = { id: 'f1', title: 'Größe', objectType: 'Candidate', isArchived: false, ...definition };
  return fields(row, [row]);
};

describe('custom fields', () => {
  it('are those of the kind of record', () => {
    expect(declared({ fieldType: 'String' })).toEqual([{ name: 'f1', label: 'Größe', type: 'string' }]);
    expect(declared({ fieldType: 'String', objectType: 'Offer' })).toEqual([]);
  });

  it('have the options that can still be selected', () => {
    const selectableValues = [
      { value: 'a', label: 'A', isArchived: false },
      { value: 'b', label: 'B', isArchived: true },
    ];
    const options = [{ value: 'a', label: 'A' }];
    expect(declared({ fieldType: 'ValueSelect', selectableValues })).toMatchObject([{ type: 'string', options }]);
    expect(declared({ fieldType: 'MultiValueSelect', selectableValues })).toMatchObject([{ type: 'array', options }]);
  });

  it('are one field for each part of an amount or a range', () => {
    expect(declared({ fieldType: 'Currency' })).toEqual([
      { name: 'f1.value', label: 'Größe (value)', type: 'number' },
      { name: 'f1.currencyCode', label: 'Größe (currencyCode)', type: 'string' },
    ]);
    expect(declared({ fieldType: 'NumberRange' }).map(({ name }) => name)).toEqual(['f1.minValue', 'f1.maxValue']);
  });

  it('have any type if Ashby adds a kind of value', () => {
    expect(declared({ fieldType: 'Signature' })).toEqual([{ name: 'f1', label: 'Größe', type: 'any' }]);
  });

  it('have their values by id, and none in a record without them', () => {
    const customFields = [
      { id: 'f1', title: 'Größe', value: 'M', valueLabel: 'Medium' },
      { id: 'f2', title: 'Bonus', value: { value: 500, currencyCode: 'EUR' } },
    ];
    expect(values?.({ customFields })).toEqual({ f1: 'M', f2: { value: 500, currencyCode: 'EUR' } });
    expect(values?.({ customFields: null })).toEqual({});
  });
});
