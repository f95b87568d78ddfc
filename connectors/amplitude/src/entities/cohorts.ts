import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amplitude } from '../adapter.ts';

const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const unixSeconds = z.int().nullish();

const Cohort = z.object({
  id: z.string().nullish(),
  appId: z.int().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  size: z.int().nullish(),
  definition: z.record(z.string(), z.unknown()).nullish(),
  owners: texts,
  viewers: texts,
  archived: flag,
  published: flag,
  finished: flag,
  hidden: flag,
  is_predictive: flag,
  is_official_content: flag,
  is_generated_content: flag,
  createdAt: unixSeconds,
  lastMod: unixSeconds,
  lastComputed: unixSeconds,
  last_viewed: unixSeconds,
  view_count: z.int().nullish(),
  popularity: z.int().nullish(),
  chart_id: z.string().nullish(),
  edit_id: z.string().nullish(),
  location_id: z.string().nullish(),
  shortcut_ids: texts,
  metadata: texts,
  include_data_app_types: texts,
  per_app_metadata: z.record(z.string(), z.unknown()).nullish(),
  cohort_definition_type: z.string().nullish(),
  cohort_output_type: z.string().nullish(),
});

const listed = { recordsAt: 'cohorts' } as const;

const sampleLines = [
  ['Paying customers', 'Companies with at least one paid invoice'],
  ['New this month', 'First session in the last 30 days'],
  ['Left the checkout', 'Began a checkout in the last week and did not finish it'],
  ['Power users', 'Five sessions or more a week'],
  ['Beta testers', 'Imported from the list of the support team'],
  ['Not seen for 60 days', 'Signed up, but without a session for 60 days'],
] as const;

/** https://amplitude.com/docs/apis/analytics/behavioral-cohorts */
export const cohorts = defineEntity({
  name: 'cohorts',
  summary: 'Groups of users that have something in common',
  record: Cohort,
  key: 'id',
  actions: {
    list: amplitude('GET /3/cohorts', { summary: 'List all cohorts, without their members', ...listed }),
    // What Amplitude documents for one cohort is an export of its members, made in the background.
    get: amplitude('GET /3/cohorts', {
      summary: 'Get one cohort, without its members',
      params: z.object({ cohort_id: z.string().describe('Cohort id') }),
      wire: () => ({}),
      match: { id: 'cohort_id' },
      ...listed,
    }),
  },
  search: {
    fields: allFields(Cohort, {
      except: [
        'include_data_app_types',
        'per_app_metadata',
        'cohort_definition_type',
        'cohort_output_type',
        'is_generated_content',
      ],
    }),
  },
  sync: { via: 'list' },
  sample: (source) => {
    const [name, description] = sampleLines[source.index % sampleLines.length] ?? [];
    const region = source.pick(['Germany', 'France', 'Portugal', 'Canada']);
    const created = source.epoch(source.integer(100, 600));
    const owner = source.person().email;
    return {
      id: source.id('', 8).toLowerCase(),
      appId: 187_520,
      name: source.index < sampleLines.length ? name : `${name}, ${region}`,
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
});
