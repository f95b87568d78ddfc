import { fixedDay, simulate } from '@connectory/sandbox';
import { customFields } from '../src/entities/custom-fields.ts';

type ObjectType = 'Application' | 'Candidate' | 'Job' | 'Offer';

// Kind of record, title, kind of value, values to select.
const lines: readonly (readonly [ObjectType, title: string, fieldType: string, values?: readonly string[]])[] = [
  ['Candidate', 'Notice period in weeks', 'Number'],
  ['Candidate', 'Available from', 'Date'],
  ['Candidate', 'Seniority', 'ValueSelect', ['Junior', 'Senior', 'Staff']],
  ['Candidate', 'Straße und Hausnummer', 'String'],
  ['Candidate', 'Preferred teams', 'MultiValueSelect', ['Platform', 'Growth', 'Support']],
  ['Application', 'Interview score', 'Number'],
  ['Application', 'Reference check', 'Date'],
  ['Application', 'Salary expectation', 'Currency'],
  ['Application', 'Priorität', 'ValueSelect', ['High', 'Normal']],
  ['Application', 'Visa needed', 'Boolean'],
  ['Job', 'Number of hires', 'Number'],
  ['Job', 'Target start', 'Date'],
  ['Job', 'Équipe', 'String'],
  ['Job', 'Budget', 'ValueSelect', ['Approved', 'Requested']],
  ['Offer', 'Sign-on bonus', 'Currency'],
];

const idAt = (position: number) => `3f6b1c0e-8d24-4b7a-9e51-c0a7d2e4b8${(position + 16).toString(16)}`;

const streets = ['Lindenstraße 4', 'King Street 18', 'Mannerheimintie 31', 'Torstraße 112'];

function valueAt([, title, fieldType, values = []]: (typeof lines)[number], index: number): unknown {
  const one = values[index % values.length];
  switch (fieldType) {
    case 'Number':
      return 1 + ((index * 5) % 12);
    case 'Date':
      return new Date(fixedDay + (10 + 3 * index) * 86_400_000).toISOString();
    case 'Boolean':
      return index % 3 === 0;
    case 'Currency':
      return { value: 48_000 + 1_500 * (index % 20), currencyCode: index % 2 === 0 ? 'USD' : 'EUR' };
    case 'MultiValueSelect':
      return index % 2 === 0 ? [one] : values.slice(1);
    case 'ValueSelect':
      return one;
    default:
      return title === 'Équipe' ? ['Lyon', 'Montréal'][index % 2] : streets[index % streets.length];
  }
}

/** Values of the custom fields of the sample record at a position, as Ashby sends them; every seventh record has none. */
export const sampleCustomFields = (objectType: ObjectType, index: number) =>
  lines.flatMap((line, position) => {
    const [ofType, title] = line;
    if (ofType !== objectType || index % 7 === 6) return [];
    const value = valueAt(line, index);
    return [
      { id: idAt(position), title, isPrivate: false, value, ...(typeof value === 'string' && { valueLabel: value }) },
    ];
  });

export const simulatedCustomFields = simulate(customFields, {
  sample: ({ index }) => {
    const position = index % lines.length;
    const [objectType, title, fieldType, values] = lines[position] as (typeof lines)[number];
    return {
      id: idAt(position),
      title,
      objectType,
      isArchived: false,
      isPrivate: false,
      fieldType,
      selectableValues: values?.map((value) => ({ label: value, value, isArchived: false })),
    };
  },
});
