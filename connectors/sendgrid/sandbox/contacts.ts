import { fixedDay, simulate } from '@connectory/sandbox';
import { blocks } from '../src/entities/blocks.ts';
import { bounces } from '../src/entities/bounces.ts';
import { contacts } from '../src/entities/contacts.ts';
import { fieldDefinitions } from '../src/entities/field-definitions.ts';
import { globalSuppressions } from '../src/entities/global-suppressions.ts';
import { invalidEmails } from '../src/entities/invalid-emails.ts';
import { lists } from '../src/entities/lists.ts';
import { segments } from '../src/entities/segments.ts';
import { spamReports } from '../src/entities/spam-reports.ts';
import { suppressionGroupMembers } from '../src/entities/suppression-group-members.ts';
import { suppressionGroups } from '../src/entities/suppression-groups.ts';
import { idAt, listAt, sampleSuppression } from './business.ts';

// Name, position of the list the contacts are taken from, how many they are.
const lines: readonly (readonly [name: string, list: number | undefined, contacts: number])[] = [
  ['Opened in the last 30 days', undefined, 7_315],
  ['Never opened', 0, 1_904],
  ['Ordered twice or more', 1, 4_121],
  ['Espresso drinkers', 2, 1_388],
  ['Lives in Oakland', undefined, 2_260],
  ['No order for 90 days', 1, 2_047],
  ['Subscription paused', 2, 236],
  ['Joined this month', 0, 518],
];

const linesOfSuppressionGroups: readonly (readonly [name: string, description: string])[] = [
  ['Newsletter', 'Our monthly newsletter'],
  ['Offers', 'Discounts and seasonal offers'],
  ['Subscription news', 'New coffees for subscribers'],
  ['Events', 'Courses and tastings'],
  ['Loyalty card', 'Stamps and rewards'],
  ['Surveys', 'Questions about our coffee'],
];

/** The sample group at a position. */
function groupAt(index: number) {
  const [name, description] = linesOfSuppressionGroups[index] ?? [
    `Café no. ${index - 5}`,
    `News of our café no. ${index - 5}`,
  ];
  return { id: 23_501 + index, name, description };
}

/** The position of the group that a sample address left. */
const groupOf = (address: number) => address % linesOfSuppressionGroups.length;

const fields = [
  ['favorite_roast', 'Text'],
  ['orders', 'Number'],
  ['spent', 'Number'],
  ['last_visit', 'Date'],
  ['favorite_cafe', 'Text'],
] as const;

// The ID of a field begins with a letter for its kind of value.
const letters = { Text: 'w', Number: 'e', Date: 'e' };

export const simulatedContacts = [
  simulate(fieldDefinitions, {
    sample: ({ index }) => {
      const position = index % fields.length;
      const [name, field_type] = fields[position] as (typeof fields)[number];
      return { id: `${letters[field_type]}${position + 1}_${field_type[0]}`, name, field_type };
    },
  }),
  simulate(contacts, {
    sample: (source) => {
      const { first, last, email, phone, address } = source.customer();
      const age = source.integer(10, 400);
      return {
        id: idAt('contacts', source.index),
        email,
        first_name: first,
        last_name: last,
        unique_name: '',
        alternate_emails: [],
        address_line_1: address.street,
        address_line_2: '',
        city: address.city,
        state_province_region: address.stateCode,
        postal_code: address.postalCode,
        country: 'US',
        phone_number: phone,
        whatsapp: '',
        line: '',
        facebook: '',
        list_ids: [source.of('lists')],
        segment_ids: [source.of('segments')],
        custom_fields: {
          favorite_roast: source.pick(['espresso', 'filter', 'decaf']),
          orders: source.integer(1, 30),
          ...(source.index % 7 !== 6 && {
            spent: 12.5 * (1 + ((source.index * 5) % 40)),
            last_visit: new Date(fixedDay - 3 * source.index * 86_400_000).toISOString(),
            favorite_cafe: ['Café Central', 'Rösterei Süd', 'Harbour Café'][source.index % 3],
          }),
        },
        created_at: source.time(age),
        updated_at: source.time(source.integer(0, age - 1)),
      };
    },
    actions: {
      create: {
        fields: { contacts: null, list_ids: null },
        values: ({ contacts: [contact], list_ids = [] }) => ({ ...contact, list_ids }),
      },
      api_search: {
        matches: ({ email }, { query }) => {
          const [, text = ''] = /email LIKE '(.*?)%?'/.exec(query) ?? [];
          return email.startsWith(text);
        },
      },
    },
  }),
  simulate(lists, {
    sample: ({ index }) => {
      const list = listAt(index);
      return { ...list, _metadata: { self: `https://api.sendgrid.com/v3/marketing/lists/${list.id}` } };
    },
  }),
  simulate(segments, {
    sample: (source) => {
      const { index } = source;
      const [name, list, contacts] = lines[index] ?? [`Bought coffee no. ${index - 7}`, 1, 300 - 5 * index];
      const age = source.integer(30, 600);
      return {
        id: idAt('segments', index),
        name,
        contacts_count: contacts,
        created_at: source.time(age),
        updated_at: source.time(source.integer(2, age - 1)),
        sample_updated_at: source.time(0),
        next_sample_update: source.time(-2),
        parent_list_ids: list === undefined ? [] : [idAt('lists', list)],
        query_version: '2',
        status: { query_validation: 'VALID', error_message: undefined },
      };
    },
  }),
  simulate(blocks, {
    sample: (source) => {
      const [reason, status] = source.pick([
        ['421 4.7.0 Too many connections from this address, try again later', '4.7.0'],
        ['452 4.2.2 The mailbox is over its quota', '4.2.2'],
        ['unable to find a mail server for example.com', '4.0.0'],
      ] as const);
      return { ...sampleSuppression(source, 60), reason, status };
    },
    actions: { delete: { toRow: () => ({}) } },
  }),
  simulate(bounces, {
    sample: (source) => {
      const suppression = sampleSuppression(source, 30);
      const [reason, status] = source.pick([
        [`550 5.1.1 <${suppression.email}>: Recipient address rejected: User unknown`, '5.1.1'],
        ['550 5.2.1 The mailbox is disabled', '5.2.1'],
        ['554 5.4.4 Host or domain name not found', '5.4.4'],
      ] as const);
      return { ...suppression, reason, status };
    },
    actions: { delete: { toRow: () => ({}) } },
  }),
  simulate(invalidEmails, {
    sample: (source) => {
      const { created, email } = sampleSuppression(source, 120);
      return {
        created,
        email: email.replace('.example', '.invalid'),
        reason: 'Mail domain mentioned in email address is unknown',
      };
    },
    actions: { delete: { toRow: () => ({}) } },
  }),
  simulate(spamReports, {
    sample: (source) => ({ ...sampleSuppression(source, 90), ip: `198.51.100.${source.integer(10, 20)}` }),
    actions: { delete: { toRow: () => ({}) } },
  }),
  simulate(globalSuppressions, {
    sample: (source) => sampleSuppression(source, 150),
    actions: {
      create: {
        fields: { recipient_emails: null },
        values: ({ recipient_emails: [email] }) => ({ email, recipient_emails: [email] }),
      },
      delete: { toRow: () => ({}) },
    },
  }),
  simulate(suppressionGroups, {
    sample: ({ index }) => ({
      ...groupAt(index),
      is_default: index === 0,
      unsubscribes: Array.from({ length: 25 }, (_, address) => groupOf(address)).filter((group) => group === index)
        .length,
    }),
  }),
  simulate(suppressionGroupMembers, {
    sample: (source) => {
      const { id, name } = groupAt(groupOf(source.index));
      return {
        email: source.customer().email,
        group_id: id,
        group_name: name,
        created_at: source.epoch(2 + source.index * 9),
      };
    },
  }),
];
