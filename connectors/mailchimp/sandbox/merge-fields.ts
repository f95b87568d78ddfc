import { simulate } from '@connectory/sandbox';
import { mergeFields } from '../src/entities/merge-fields.ts';
import { audienceAt } from '../src/sample-account.ts';
import { at } from './account.ts';

type FieldLine = readonly [tag: string, name: string, type: string, choices?: readonly string[]];

const everywhere: readonly FieldLine[] = [
  ['FNAME', 'First Name', 'text'],
  ['LNAME', 'Last Name', 'text'],
  ['PHONE', 'Phone Number', 'phone'],
  ['BIRTHDAY', 'Birthday', 'birthday'],
];

const ofCustomers: readonly FieldLine[] = [
  ['POINTS', 'Loyalty points', 'number'],
  ['SINCE', 'Customer since', 'date'],
  ['SIZE', 'Skostørrelse', 'number'],
  ['TIER', 'Tier', 'dropdown', ['Bronze', 'Silver', 'Gold']],
];

const ofMembers: readonly FieldLine[] = [
  ['FEE', 'Membership fee', 'number'],
  ['RENEWED', 'Renewed on', 'date'],
  ['CABIN', 'Favourite cabin', 'text'],
];

/** The merge fields of the audience at a position. */
const fieldsOf = (audience: number) => [...everywhere, ...([ofCustomers, ofMembers, ofMembers][audience] ?? [])];

const fields = [0, 1, 2, 3, 4, 5].flatMap((audience) =>
  fieldsOf(audience).map((line, order) => ({ audience, line, merge_id: order + 1 })),
);

/** How many merge fields the audience at a position has. */
export const mergeFieldCount = (audience: number) => fieldsOf(audience).length;

const values: Readonly<Record<string, (position: number) => unknown>> = {
  POINTS: (position) => (position * 137) % 1_000,
  SINCE: (position) => at(420 - position * 9).slice(0, 10),
  SIZE: (position) => 36 + (position % 10) / 2,
  TIER: (position) => ['Bronze', 'Silver', 'Gold'][position % 3],
  FEE: (position) => 290 + (position % 4) * 100,
  RENEWED: (position) => at(60 + position * 3).slice(0, 10),
  CABIN: (position) => ['Gjendesheim', 'Fondsbu', 'Glitterheim'][position % 3],
};

/** The values of a contact of an audience in the fields that not every audience has; Mailchimp has an empty string for none. */
export const mergeValuesOf = (audience: number, position: number) =>
  Object.fromEntries(
    fieldsOf(audience)
      .slice(everywhere.length)
      .map(([tag]) => [tag, position % 7 === 6 ? '' : values[tag]?.(position)]),
  );

export const simulatedMergeFields = simulate(mergeFields, {
  sample: ({ index }) => {
    const { audience, line, merge_id } = fields[index % fields.length] as (typeof fields)[number];
    const [tag, name, type, choices] = line;
    return {
      merge_id,
      list_id: audienceAt(audience).id,
      tag,
      name,
      type,
      required: false,
      default_value: '',
      public: merge_id <= everywhere.length,
      display_order: merge_id + 1,
      options: { choices, date_format: type === 'date' ? 'DD/MM/YYYY' : undefined },
      help_text: '',
    };
  },
});
