import { type SampleSource, simulate } from '@connectory/sandbox';
import { organizationFields } from '../src/entities/organization-fields.ts';
import { userFields } from '../src/entities/user-fields.ts';
import { sampleIdentity } from './identities.ts';

// Values follow from the position alone, so that all other values of the record stay the same.
const day = (index: number) => `2026-0${1 + (index % 9)}-${11 + (index % 17)}`;

/** A planted custom field: title, type, options, and the value in a sample record. */
interface Planted {
  readonly key: string;
  readonly title: string;
  readonly type: string;
  readonly options?: readonly (readonly [value: string, name: string])[];
  readonly value: (index: number) => unknown;
}

const optionsOf = ({ options = [] }: Planted, index: number) =>
  options.map(([value, name], position) => ({
    id: 17_463_860_000_001 + index * 100 + position,
    name,
    raw_name: name,
    value,
  }));

/** The definition of a planted field; after the last one it is the first again. */
function definitionOf(fields: readonly Planted[], position: number) {
  const index = position % fields.length;
  const field = fields[index] as Planted;
  const { key, title, type, options } = field;
  return {
    index,
    key,
    type,
    title,
    raw_title: title,
    description: '',
    raw_description: '',
    position: index + 1,
    active: true,
    regexp_for_validation: null,
    ...(options !== undefined && { custom_field_options: optionsOf(field, index) }),
  };
}

const carriers = [
  ['carrier_north', 'Northern Parcel'],
  ['carrier_express', 'Express'],
] as const;

const ofTickets: readonly Planted[] = [
  { key: '', title: 'Refund (€)', type: 'decimal', value: (index) => ((495 + index * 1_237) / 100).toFixed(2) },
  { key: '', title: 'Delivery day', type: 'date', value: day },
  { key: '', title: 'Carrier', type: 'tagger', options: carriers, value: (index) => carriers[index % 2]?.[0] },
  { key: '', title: 'Parcel opened', type: 'checkbox', value: (index) => index % 2 === 0 },
  { key: '', title: 'Serial number', type: 'text', value: (index) => `SN-${4000 + index}` },
];

const tiers = [
  ['tier_gold', 'Gold'],
  ['tier_silver', 'Silver'],
] as const;

const ofUsers: readonly Planted[] = [
  { key: 'seats', title: 'Sitzplätze', type: 'integer', value: (index) => 1 + ((index * 7) % 40) },
  { key: 'renews_on', title: 'Renews on', type: 'date', value: (index) => `${day(index)}T00:00:00Z` },
  { key: 'tier', title: 'Tier', type: 'dropdown', options: tiers, value: (index) => tiers[index % 2]?.[0] },
  { key: 'newsletter', title: 'Newsletter', type: 'checkbox', value: (index) => index % 3 === 0 },
  { key: 'nickname', title: 'Nickname', type: 'text', value: (index) => `friend-${index}` },
];

const industries = [
  ['industry_retail', 'Retail'],
  ['industry_travel', 'Travel'],
] as const;

const ofOrganizations: readonly Planted[] = [
  {
    key: 'revenue',
    title: 'Chiffre d’affaires',
    type: 'decimal',
    value: (index) => 1_000.5 + index * 310,
  },
  { key: 'customer_since', title: 'Customer since', type: 'date', value: (index) => `${day(index)}T00:00:00Z` },
  {
    key: 'industry',
    title: 'Industry',
    type: 'dropdown',
    options: industries,
    value: (index) => industries[index % 2]?.[0],
  },
  { key: 'vat_number', title: 'VAT number', type: 'regexp', value: (index) => `DE${811_000_001 + index}` },
  { key: 'region', title: 'Region', type: 'text', value: (index) => (index % 5 === 0 ? 'North' : 'South') },
];

const firstTicketField = 17_463_841_000_001;

/** The definition of a ticket field of the samples. */
export function sampleTicketField(source: SampleSource) {
  const { index, key: _none, ...definition } = definitionOf(ofTickets, source.index);
  return {
    ...sampleIdentity({ ...source, index }, 'ticket_fields', firstTicketField),
    ...definition,
    title_in_portal: definition.title,
    raw_title_in_portal: definition.title,
    system_field_options: [],
    removable: true,
  };
}

/** Values of all planted ticket fields, as tickets have them. */
export const sampleTicketValues = ({ index }: SampleSource) =>
  ofTickets.map(({ value }, position) => ({ id: firstTicketField + position, value: value(index) }));

const valuesByKey =
  (fields: readonly Planted[]) =>
  ({ index }: SampleSource) =>
    Object.fromEntries(fields.map(({ key, value }) => [key, value(index)]));

/** Values of all planted fields of users. */
export const sampleUserValues = valuesByKey(ofUsers);

/** Values of all planted fields of organizations. */
export const sampleOrganizationValues = valuesByKey(ofOrganizations);

export const simulatedOwnFields = [
  simulate(userFields, { sample: (source) => sampleField(source, 'user_fields', ofUsers, 17_463_861_000_001) }),
  simulate(organizationFields, {
    sample: (source) => sampleField(source, 'organization_fields', ofOrganizations, 17_463_862_000_001),
  }),
];

function sampleField(source: SampleSource, path: string, fields: readonly Planted[], first: number) {
  const { index, ...definition } = definitionOf(fields, source.index);
  return { ...sampleIdentity({ ...source, index }, path, first), ...definition, system: false };
}
