import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

type Kind = Pick<OwnField, 'type' | 'format'>;

const amount: Kind = { type: 'decimal' };
const text: Kind = { type: 'string' };

// What values of a kind look like; those of the last three are objects.
const kinds: Readonly<Record<string, Kind | Readonly<Record<string, Kind>>>> = {
  attachment: { type: 'object' },
  date: { type: 'string', format: 'date' },
  long_text: text,
  multi_select: { type: 'array' },
  number: amount,
  short_text: text,
  single_select: text,
  url: text,
  user: { type: 'object' },
  yes_no: { type: 'boolean' },
  currency: { amount, unit: text },
  currency_range: { min_value: amount, max_value: amount, unit: text },
  number_range: { min_value: amount, max_value: amount },
};

const isKind = (kind: Kind | Readonly<Record<string, Kind>>): kind is Kind => typeof kind.type === 'string';

function fieldsOf({ id, name, name_key, value_type, description }: RawValue, all: readonly RawValue[]) {
  const kind = kinds[value_type] ?? { type: 'any' };
  const about = { ...(description && { description }) };
  if (!isKind(kind)) {
    return Object.entries(kind).map(([part, one]) => ({
      name: `${name_key}.${part}`,
      label: `${name} (${part})`,
      ...one,
      ...about,
    }));
  }
  const options = all
    .filter((row) => row.custom_field_id === id)
    .map((option) => ({ value: option.name, label: option.name }));
  return [{ name: name_key, label: name, ...kind, ...about, ...(options.length > 0 && { options }) }];
}

// Greenhouse's reference has amounts as numbers in one place and as strings in the next.
const exact = (value: RawValue) => (['number', 'bigint'].includes(typeof value) ? String(value) : value);

function typedValue({ type, value }: RawValue) {
  const kind = kinds[type];
  if (kind === undefined || value === null) return value;
  if (isKind(kind)) return kind === amount ? exact(value) : value;
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([part, one]) => [part, kind[part] === amount ? exact(one) : one]),
  );
}

/**
 * The custom fields of a kind of record, by their keys. Numbers and amounts are decimals, and a currency or a range is one field for each
 * part. https://harvestdocs.greenhouse.io/reference/get_v3-custom-fields
 */
export const ownFieldsOf = (fieldType: 'application' | 'candidate' | 'job' | 'offer'): OwnFields => ({
  at: 'own_fields',
  reads: [
    { entity: 'custom_fields', params: { per_page: 500, active: true } },
    { entity: 'custom_field_options', params: { per_page: 500, active: true } },
  ],
  fields: (definition, all) => (definition.field_type === fieldType ? fieldsOf(definition, all) : []),
  values: ({ keyed_custom_fields: fields }) =>
    Object.fromEntries(Object.entries<RawValue>(fields ?? {}).map(([key, field]) => [key, typedValue(field)])),
});
