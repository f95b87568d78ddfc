import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

// HubSpot takes URLs of about 8,000 characters; cursor, associations and a proxy's address need some of them.
const maxLength = 6_000;

/**
 * Properties of an object beyond those of its record. Those that HubSpot defines are several hundred and mostly empty, so they are copied
 * by choice only. https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide
 */
export function ownProperties(objectType: string, declared: readonly string[]): OwnFields {
  return {
    at: 'properties',
    reads: [{ entity: 'properties', params: { objectType } }],
    fields: (definition) => (declared.includes(definition.name) ? [] : [fieldOf(definition)]),
    request: { param: 'properties', maxLength },
  };
}

// All values are texts.
const types: Readonly<Record<string, Pick<OwnField, 'type' | 'format'>>> = {
  number: { type: 'decimal' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'iso-8601' },
};

function fieldOf({ name, label, type, fieldType, description, options, hubspotDefined }: RawValue): OwnField {
  const allowed: readonly { readonly value: string; readonly label: string }[] = options ?? [];
  // The values of several checkboxes are one text, which is none of the options.
  const isSeveral = fieldType === 'checkbox';
  const several = `Values, separated by semicolons: ${allowed.map(({ value }) => value).join('; ')}`;
  return {
    name,
    label,
    ...(types[type] ?? { type: 'string' }),
    description: [description, ...(isSeveral ? [several] : [])].filter(Boolean).join('. '),
    ...(!isSeveral && { options: allowed.map(({ value, label: text }) => ({ value, label: text })) }),
    ...(hubspotDefined === true && { byChoice: true }),
  };
}
