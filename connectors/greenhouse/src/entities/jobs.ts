import { absent, allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changedLast, changeParams } from '../lists.ts';
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
import { departmentId, jobAt, jobId, selected } from '../sample-company.ts';

const Job = z.object({
  id: z.int(),
  name: z.string().nullish(),
  requisition_id: z.string().nullish(),
  notes: z.string().nullish(),
  confidential: z.boolean().nullish(),
  status: z.string().nullish(),
  created_at: z.string().nullish(),
  opened_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  updated_at: z.string().nullish(),
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

const shape = reshaping({
  ...nothing(missing),
  ...customFields,
  departments: references('department_id', { single: true }),
  offices: references('office_ids'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-jobs */
export const jobs = defineEntity({
  name: 'jobs',
  summary: 'Requisitions that people are hired for',
  record: Job,
  key: 'id',
  actions: {
    list: listOf('jobs', 'List jobs, newest first', { params: changeParams, shape }),
    get: getOf('jobs', 'Get one job', shape),
  },
  search: {
    fields: allFields(Job, { except: namesOf(missing) }),
    derived: {
      ...missing,
      keyed_custom_fields: keyedCustomFields,
      is_template: from(z.boolean(), ({ is_template }) => is_template),
      copied_from_id: from(z.int(), ({ copied_from_id }) => copied_from_id),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { title, department } = jobAt(source.index);
    const isClosed = source.index % 6 === 5;
    const age = 200 + 11 * source.index;
    const opened_at = source.time(age - 3);
    const closed_at = isClosed ? source.time(age - 150) : null;
    return shape.toRecord({
      id: jobId(source.index),
      name: title,
      requisition_id: `REQ-${1_240 - source.index}`,
      notes: '<p>Two rounds of interviews, then references.</p>',
      confidential: false,
      status: isClosed ? 'closed' : 'open',
      created_at: source.time(age),
      opened_at,
      closed_at,
      updated_at: closed_at ?? opened_at,
      is_template: false,
      copied_from_id: null,
      department_id: departmentId(department),
      office_ids: [source.of('offices')],
      custom_fields: selected('Employment type', source.pick(['Full-time', 'Contract'])),
    });
  },
});
