import { fixedDay, simulate } from '@connectory/sandbox';
import { customFieldOptions, customFields } from '../src/entities/custom-fields.ts';

type FieldType = 'application' | 'candidate' | 'job' | 'offer';

// Kind of record, name, kind of value, options.
const lines: readonly (readonly [FieldType, name: string, valueType: string, options?: readonly string[]])[] = [
  ['candidate', 'Notice period', 'single_select', ['None', '1 month', '3 months']],
  ['candidate', 'Desired salary', 'currency'],
  ['candidate', 'Available from', 'date'],
  ['candidate', 'Languages', 'multi_select', ['English', 'German', 'French']],
  ['candidate', 'Years of experience', 'number'],
  ['candidate', 'Straße', 'short_text'],
  ['application', 'Remote work', 'single_select', ['Yes', 'No']],
  ['application', 'Interview score', 'number'],
  ['application', 'Reference check', 'date'],
  ['application', 'Relocation', 'yes_no'],
  ['application', 'Empfohlen für', 'short_text'],
  ['job', 'Employment type', 'single_select', ['Full-time', 'Contract']],
  ['job', 'Salary range', 'currency_range'],
  ['job', 'Target start', 'date'],
  ['job', 'Number of hires', 'number'],
  ['job', 'Équipe', 'short_text'],
  ['offer', 'Employment type', 'single_select', ['Full-time', 'Contract']],
  ['offer', 'Bonus', 'currency'],
  ['offer', 'End of probation', 'date'],
  ['offer', 'Days of vacation', 'number'],
  ['offer', 'Büro', 'short_text'],
];

const keyOf = (name: string) =>
  name.toLowerCase().replaceAll(' ', '_').replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');

const customFieldId = (position: number) => 4_060_115 - position * 7;

// Amounts come as numbers here and as strings there.
function valueAt(name: string, valueType: string, options: readonly string[], index: number): unknown {
  switch (valueType) {
    case 'number':
      return 1 + ((index * 5) % 12);
    case 'date':
      return new Date(fixedDay + (10 + 3 * index) * 86_400_000).toISOString().slice(0, 10);
    case 'yes_no':
      return index % 3 === 0;
    case 'currency':
      return { amount: 48_000 + 1_500 * (index % 20), unit: index % 2 === 0 ? 'USD' : 'EUR' };
    case 'currency_range':
      return {
        min_value: `${60_000 + 1_000 * (index % 9)}.0`,
        max_value: `${80_000 + 1_000 * (index % 9)}.0`,
        unit: 'USD',
      };
    case 'multi_select':
      return index % 2 === 0 ? options.slice(0, 1) : options.slice(1);
    case 'single_select':
      return options[index % options.length];
    default:
      return `${name} ${1 + (index % 4)}`;
  }
}

/** Custom fields of a sample record as Greenhouse sends them; `chosen` are values of some of them, by key. */
export const sampleCustomFields = (fieldType: FieldType, index: number, chosen: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    lines
      .filter(([ofType]) => ofType === fieldType)
      .map(([, name, type, options = []]) => {
        const value = chosen[keyOf(name)] ?? (index % 7 === 6 ? null : valueAt(name, type, options, index));
        return [keyOf(name), { name, type, value }];
      }),
  );

const options = lines.flatMap(([, , , names = []], position) =>
  names.map((name, priority) => ({ custom_field_id: customFieldId(position), name, priority })),
);

export const simulatedCustomFields = [
  simulate(customFields, {
    sample: ({ index }) => {
      const position = index % lines.length;
      const [field_type, name, value_type] = lines[position] as (typeof lines)[number];
      return {
        id: customFieldId(position),
        name,
        name_key: keyOf(name),
        field_type,
        value_type,
        description: null,
        active: true,
      };
    },
  }),
  simulate(customFieldOptions, {
    sample: ({ index }) => {
      const position = index % options.length;
      return { id: 9_310_470 - position * 3, ...options[position], external_id: null, active: true };
    },
    actions: {
      list: {
        matches: (option, { custom_field_id = option.custom_field_id, active = option.active }) =>
          option.custom_field_id === custom_field_id && option.active === active,
      },
    },
  }),
];
