import type { OwnField, OwnFields, RawValue, TimeForm } from '@connectory/connector-sdk';

const types: Readonly<Record<string, Pick<OwnField, 'type' | 'format'>>> = {
  checkbox: { type: 'boolean' },
  // Those of tickets are strings, those of users and organizations numbers. A decimal is compared by its value in both forms.
  decimal: { type: 'decimal' },
  integer: { type: 'decimal' },
  dropdown: { type: 'string' },
  multiselect: { type: 'array' },
  partialcreditcard: { type: 'string' },
  regexp: { type: 'string' },
  tagger: { type: 'string' },
  text: { type: 'string' },
  textarea: { type: 'string' },
};

// Zendesk has no values of fields that are not in use.
function fieldOf(definition: RawValue, name: unknown, format: TimeForm): readonly OwnField[] {
  const { type, title, description, active, custom_field_options: options } = definition;
  if (active === false) return [];
  return [
    {
      name: String(name),
      label: title,
      ...(type === 'date' ? { type: 'string', format } : (types[type] ?? { type: 'any' })),
      ...(typeof description === 'string' && { description }),
      ...(Array.isArray(options) && {
        options: options.map((option: RawValue) => ({ value: option.value, label: option.name })),
      }),
    },
  ];
}

const valuesOf = (fields: unknown) =>
  Object.fromEntries((Array.isArray(fields) ? fields : []).map(({ id, value }) => [String(id), value]));

/** The custom fields of tickets by their ids. Fields of the system cannot be removed. */
export const ownTicketFields: OwnFields = {
  at: 'own_fields',
  reads: [{ entity: 'ticket_fields' }],
  fields: (definition) => (definition.removable === true ? fieldOf(definition, definition.id, 'date') : []),
  values: ({ custom_fields: fields }) => valuesOf(fields),
};

/** The custom fields of users or organizations by their keys, which the record has as an object. */
export const ownFieldsIn = (at: string): OwnFields => ({
  at,
  reads: [{ entity: at }],
  fields: (definition) => (definition.system === true ? [] : fieldOf(definition, definition.key, 'iso-8601')),
});
