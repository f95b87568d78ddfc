import { simulate } from '@connectory/sandbox';
import { annotations } from '../src/entities/annotations.ts';
import { cohorts } from '../src/entities/cohorts.ts';
import { eventsList } from '../src/entities/events-list.ts';

const sampleLines = [
  ['Autumn campaign', 'Mailing to 12,000 subscribers'],
  ['Prices changed', 'Annual plans are 5% cheaper'],
  ['Outage', 'Sign-up was down for 40 minutes'],
  ['Portugal', 'The shop opens in Portugal'],
  ['Trade fair', 'Booth in Lisbon, with vouchers'],
  ['New checkout', 'One page instead of four'],
  ['Summer sale', 'Two weeks, 20% on everything'],
  ['App 3.0', 'In both stores, for everybody'],
  ['Cookie banner', 'Fewer sessions are counted from here on'],
  ['Webinar', '240 registrations'],
  ['Home page without video', 'Loads in half the time'],
  ['Spring campaign', 'Mailing to 9,500 subscribers'],
] as const;

// Every other one marks a release.
const sampleText = (index: number) =>
  index % 2 === 0
    ? ([`Release 4.${12 - index / 2}`, 'Live in all regions'] as const)
    : (sampleLines[((index - 1) / 2) % sampleLines.length] ?? []);

const sampleLinesOfCohorts = [
  ['Paying customers', 'Companies with at least one paid invoice'],
  ['New this month', 'First session in the last 30 days'],
  ['Left the checkout', 'Began a checkout in the last week and did not finish it'],
  ['Power users', 'Five sessions or more a week'],
  ['Beta testers', 'Imported from the list of the support team'],
  ['Not seen for 60 days', 'Signed up, but without a session for 60 days'],
] as const;

const sampleNames = [
  'Sign Up',
  'Log In',
  'View Product',
  'Search Products',
  'Add to Cart',
  'Remove from Cart',
  'Begin Checkout',
  'Choose Delivery',
  'Complete Order',
  'Apply Voucher',
  'Write Review',
  'Share Product',
  'Open Newsletter',
  'Change Address',
  'Request Return',
  'Track Parcel',
  'Contact Support',
  'Download Invoice',
  'Switch Language',
  'Delete Account',
  'Rate Delivery',
  'Save Wish List',
  'View Category',
  'Start Trial',
  'Cancel Order',
] as const;

export const simulatedEntities = [
  simulate(annotations, {
    sample: (source) => {
      const [label, details] = sampleText(source.index);
      return {
        id: 160_419 + source.index,
        date: source.time(14 * source.index + 3).slice(0, 10),
        details,
        label,
        end: null,
        category: { id: 45_678, name: 'Releases and campaigns' },
        chart_id: null,
      };
    },
    actions: {
      list: { toRow: ({ date, ...record }) => ({ ...record, start: `${date}T00:00:00+00:00` }) },
      create: {
        values: ({ category, start, ...given }) => ({
          end: null,
          details: '',
          chart_id: null,
          ...given,
          date: start.slice(0, 10),
          category: category === undefined ? null : { id: 45_678, name: category },
        }),
      },
    },
  }),
  simulate(cohorts, {
    sample: (source) => {
      const [name, description] = sampleLinesOfCohorts[source.index % sampleLinesOfCohorts.length] ?? [];
      const region = source.pick(['Germany', 'France', 'Portugal', 'Canada']);
      const created = source.epoch(source.integer(100, 600));
      const owner = source.person().email;
      return {
        id: source.id('', 8).toLowerCase(),
        appId: 187_520,
        name: source.index < sampleLinesOfCohorts.length ? name : `${name}, ${region}`,
        description,
        type: 'redshift',
        size: source.integer(80, 24_000),
        definition: { version: 7, cohortType: 'UNIQUES', countGroup: { name: 'User', is_computed: false } },
        owners: [owner],
        viewers: [],
        archived: source.index % 9 === 8,
        published: true,
        finished: true,
        hidden: false,
        is_predictive: false,
        is_official_content: source.index % 4 === 0,
        is_generated_content: false,
        createdAt: created,
        lastMod: created + 86_400 * source.integer(1, 60),
        lastComputed: source.epoch(0),
        last_viewed: source.epoch(source.integer(0, 20)),
        view_count: source.integer(1, 90),
        popularity: source.integer(0, 12),
        chart_id: null,
        edit_id: null,
        location_id: null,
        shortcut_ids: [],
        metadata: [],
        include_data_app_types: null,
        per_app_metadata: null,
        cohort_definition_type: 'behavioral',
        cohort_output_type: 'ID',
      };
    },
  }),
  simulate(eventsList, {
    sample: ({ index, integer }) => {
      const name = `${sampleNames[index % sampleNames.length]}${index < sampleNames.length ? '' : ` ${index}`}`;
      const isGone = index % 12 === 11;
      return {
        id: 500_281_900 + index,
        name,
        value: name,
        display: name,
        totals: isGone ? 0 : integer(120, 48_000),
        totals_delta: isGone ? 0 : integer(-900, 2400),
        autohidden: false,
        clusters_hidden: false,
        deleted: isGone,
        flow_hidden: false,
        hidden: false,
        in_waitroom: false,
        non_active: isGone,
        waitroom_approved: false,
        timeline_hidden: false,
      };
    },
  }),
];
