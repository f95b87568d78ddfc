import { expect, it } from 'vitest';
import { contacts } from '../src/entities/contacts.ts';

it.each([
  ['Text', { type: 'string' }],
  ['Number', { type: 'number' }],
  ['Date', { type: 'string', format: 'iso-8601' }],
  ['Signature', { type: 'any' }],
])('a custom field of type %s is a field of contacts with its name', (field_type, expected) => {
  const definition = { id: 'w1', name: 'pet', field_type };
  expect(contacts.ownFields?.fields(definition, [definition])).toEqual([{ name: 'pet', label: 'pet', ...expected }]);
});
