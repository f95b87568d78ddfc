import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amplitude } from '../adapter.ts';

const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const unixSeconds = time('unix-seconds', z.int()).nullish();

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

/** https://amplitude.com/docs/apis/analytics/behavioral-cohorts */
export const cohorts = defineEntity({
  name: 'cohorts',
  summary: 'Groups of users that have something in common',
  keywords: ['power users', 'churned users', 'saved user groups', 'segment', 'retained users'],
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
    title: 'name',
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
});
