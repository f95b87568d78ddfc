import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

const types: Readonly<Record<string, Pick<OwnField, 'type' | 'format'>>> = {
  address: { type: 'object' },
  // Month and day, such as `04/17`.
  birthday: { type: 'string' },
  date: { type: 'string', format: 'date' },
  dropdown: { type: 'string' },
  image: { type: 'string' },
  imageurl: { type: 'string' },
  number: { type: 'number' },
  phone: { type: 'string' },
  radio: { type: 'string' },
  text: { type: 'string' },
  url: { type: 'string' },
  zip: { type: 'string' },
};

/**
 * The merge fields of all audiences, by tag, without the empty strings that Mailchimp has for no value.
 * https://mailchimp.com/developer/marketing/docs/merge-fields/
 */
export const mergeFieldsOfContacts: OwnFields = {
  at: 'own_fields',
  reads: [
    {
      entity: 'merge_fields',
      params: { count: 1000 },
      each: { entity: 'lists', params: { count: 1000 }, bind: { list_id: 'id' } },
    },
  ],
  fields: ({ tag, name, type, help_text, options }) => {
    const choices: readonly string[] = options?.choices ?? [];
    return [
      {
        name: tag,
        label: name ?? tag,
        ...(types[type] ?? { type: 'any' }),
        ...(help_text && { description: help_text }),
        ...(choices.length > 0 && { options: choices.map((value) => ({ value, label: value })) }),
      },
    ];
  },
  values: ({ merge_fields: fields }) =>
    Object.fromEntries(Object.entries<RawValue>(fields ?? {}).filter(([, value]) => value !== '')),
};
