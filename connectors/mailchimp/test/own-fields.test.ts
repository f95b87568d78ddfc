import { expect, it } from 'vitest';
import { mergeFieldsOfContacts } from '../src/own-fields.ts';

const declared = (definition: object) => {
  const row = { merge_id: 5, list_id: 'f5eeafef91', tag: 'SIZE', name: 'Størrelse', help_text: '', ...definition };
  return mergeFieldsOfContacts.fields(row, [row]);
};

it.each([
  ['number', { type: 'number' }],
  ['date', { type: 'string', format: 'date' }],
  ['birthday', { type: 'string' }],
  ['address', { type: 'object' }],
  ['signature', { type: 'any' }],
])('a merge field of type %s is a field with its tag as name', (type, expected) => {
  expect(declared({ type })).toEqual([{ name: 'SIZE', label: 'Størrelse', ...expected }]);
});

it('a merge field with choices has them as options', () => {
  expect(declared({ type: 'radio', options: { choices: ['S', 'M'] }, help_text: 'Of the jacket' })).toEqual([
    {
      name: 'SIZE',
      label: 'Størrelse',
      type: 'string',
      description: 'Of the jacket',
      options: [
        { value: 'S', label: 'S' },
        { value: 'M', label: 'M' },
      ],
    },
  ]);
});

it('a contact without a value in a merge field has no empty string', () => {
  const merge_fields = { FNAME: 'Ada', POINTS: 0, SINCE: '' };
  expect(mergeFieldsOfContacts.values?.({ merge_fields })).toEqual({ FNAME: 'Ada', POINTS: 0 });
  expect(mergeFieldsOfContacts.values?.({ merge_fields: null })).toEqual({});
});
