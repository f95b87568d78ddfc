import { absent, allFields, defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams } from '../lists.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { getOf, listOf } from '../reads.ts';
import {
  customFields,
  elsewhere,
  keyedCustomFields,
  namesOf,
  nothing,
  object,
  Reference,
  references,
  reshaping,
} from '../reshaping.ts';

const Job = z.object({
  id: z.int(),
  name: z.string().nullish(),
  requisition_id: z.string().nullish(),
  notes: z.string().nullish(),
  confidential: z.boolean().nullish(),
  status: z.string().nullish(),
  created_at: time().nullish(),
  opened_at: time().nullish(),
  closed_at: time().nullish(),
  updated_at: time().nullish(),
  departments: z.array(Reference.nullable()).nullish(),
  offices: z.array(Reference).nullish(),
  custom_fields: object.nullish(),
  hiring_team: object.nullish(),
  openings: z.array(object).nullish(),
});

const missing = {
  hiring_team: absent(object, elsewhere('/v3/job_owners and /v3/job_hiring_managers')),
  openings: absent(z.array(object), elsewhere('/v3/openings')),
};

/** How rows of Harvest become these records. */
export const jobShape = reshaping({
  ...nothing(missing),
  ...customFields,
  departments: references('department_id', { single: true }),
  offices: references('office_ids'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-jobs */
export const jobs = defineEntity({
  name: 'jobs',
  summary: 'Requisitions that people are hired for',
  keywords: ['req', 'opening', 'open positions', 'open roles', 'open headcount', 'positions to fill'],
  record: Job,
  key: 'id',
  actions: {
    list: listOf('jobs', 'List jobs, newest first', { params: changeParams, shape: jobShape }),
    get: getOf('jobs', 'Get one job', jobShape),
  },
  search: {
    title: 'name',
    link: 'https://app.greenhouse.io/sdash/{id}',
    fields: allFields(Job, { except: namesOf(missing) }),
    derived: {
      ...missing,
      keyed_custom_fields: keyedCustomFields,
      is_template: from(z.boolean(), ({ is_template }) => is_template),
      copied_from_id: from(z.int(), ({ copied_from_id }) => copied_from_id),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  ownFields: ownFieldsOf('job'),
});
