import type { OwnField, OwnFields, RawValue } from '@connectory/connector-sdk';

type Kind = Pick<OwnField, 'type' | 'format'>;

const amount: Kind = { type: 'number' };
const text: Kind = { type: 'string' };

// What values of a kind look like; those of the last four are objects.
const kinds: Readonly<Record<string, Kind | Readonly<Record<string, Kind>>>> = {
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'iso-8601' },
  Email: text,
  LongText: text,
  MultiValueSelect: { type: 'array' },
  Number: amount,
  Phone: text,
  String: text,
  Url: text,
  ValueSelect: text,
  CompensationRange: { minValue: amount, maxValue: amount, currencyCode: text, interval: text },
  Currency: { value: amount, currencyCode: text },
  NumberRange: { minValue: amount, maxValue: amount },
};

const isKind = (kind: Kind | Readonly<Record<string, Kind>>): kind is Kind => typeof kind.type === 'string';

function fieldsOf({ id, title, fieldType, selectableValues }: RawValue): readonly OwnField[] {
  const label = title ?? id;
  const kind = kinds[fieldType] ?? { type: 'any' };
  if (!isKind(kind)) {
    return Object.entries(kind).map(([part, one]) => ({ name: `${id}.${part}`, label: `${label} (${part})`, ...one }));
  }
  const options = (selectableValues ?? [])
    .filter(({ isArchived }: RawValue) => isArchived !== true)
    .map((option: RawValue) => ({ value: option.value, label: option.label ?? option.value }));
  return [{ name: id, label, ...kind, ...(options.length > 0 && { options }) }];
}

/**
 * The custom fields of a kind of record. Titles can change, so their ids are the names.
 * https://developers.ashbyhq.com/reference/customfieldlist, https://developers.ashbyhq.com/reference/customfieldsetvalues
 */
export const ownFieldsOf = (objectType: 'Application' | 'Candidate' | 'Job'): OwnFields => ({
  at: 'own_fields',
  reads: [{ entity: 'custom_fields', params: { limit: 100 } }],
  fields: (definition) => (definition.objectType === objectType ? fieldsOf(definition) : []),
  values: ({ customFields }) => Object.fromEntries((customFields ?? []).map(({ id, value }: RawValue) => [id, value])),
});
