import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

type Types = Readonly<Record<string, Pick<OwnField, 'type' | 'format'>>>;

const types: Types = {
  checkbox: { type: 'boolean' },
  dropdown: { type: 'string' },
  multiselect: { type: 'array' },
  partialcreditcard: { type: 'string' },
  regexp: { type: 'string' },
  tagger: { type: 'string' },
  text: { type: 'string' },
  textarea: { type: 'string' },
};

// Zendesk sends the numbers of tickets as strings, those of users and organizations as numbers.
const ofTickets: Types = {
  ...types,
  date: { type: 'string', format: 'date' },
  decimal: { type: 'decimal' },
  integer: { type: 'decimal' },
};
const ofOthers: Types = {
  ...types,
  date: { type: 'string', format: 'iso-8601' },
  decimal: { type: 'number' },
  integer: { type: 'integer' },
};

// Zendesk has no values of fields that are not in use.
function fieldOf(definition: RawValue, name: unknown, known: Types): readonly OwnField[] {
  const { type, title, description, active, custom_field_options: options } = definition;
  if (active === false) return [];
  return [
    {
      name: String(name),
      label: title,
      ...(known[type] ?? { type: 'any' }),
      ...(typeof description === 'string' && { description }),
      ...(Array.isArray(options) && {
        options: options.map((option: RawValue) => ({ value: option.value, label: option.name })),
      }),
    },
  ];
}

// A list of values may be missing or null in records that writes return.
const valuesOf = (fields: RawValue) =>
  Object.fromEntries((fields ?? []).map(({ id, value }: RawValue) => [String(id), value]));

/** The custom fields of tickets by their ids. Fields of the system cannot be removed. */
export const ownTicketFields: OwnFields = {
  at: 'own_fields',
  reads: [{ entity: 'ticket_fields' }],
  fields: (definition) => (definition.removable === true ? fieldOf(definition, definition.id, ofTickets) : []),
  values: ({ custom_fields: fields }) => valuesOf(fields),
};

/** The custom fields of users or organizations by their keys, which the record has as an object. */
export const ownFieldsIn = (at: string): OwnFields => ({
  at,
  reads: [{ entity: at }],
  fields: (definition) => (definition.system === true ? [] : fieldOf(definition, definition.key, ofOthers)),
});
