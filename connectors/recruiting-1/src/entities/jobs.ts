import { absent, allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, isWithin, listParams, listQuery, updatedAfter } from '../lists.ts';
import { departmentId, jobAt, jobId } from '../sample-company.ts';
import {
  elsewhere,
  getFrom,
  idsOf,
  keyedCustomFields,
  object,
  Reference,
  type Reshaping,
  reference,
  references,
  valuesOf,
} from '../shared.ts';

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

const job: Reshaping = {
  toRecord: ({ department_id, office_ids, custom_fields, ...row }) => ({
    ...row,
    departments: (department_id ?? null) === null ? [] : [reference(department_id)],
    offices: references(office_ids),
    custom_fields: valuesOf(custom_fields),
    keyed_custom_fields: custom_fields,
    hiring_team: null,
    openings: null,
  }),
  toRow: ({ departments, offices, keyed_custom_fields, hiring_team, openings, ...record }) => ({
    ...record,
    department_id: idsOf(departments)[0] ?? null,
    office_ids: idsOf(offices),
    custom_fields: keyed_custom_fields,
  }),
};

/** Contract A4, jobs; https://harvestdocs.greenhouse.io/reference/get_v3-jobs */
export const jobs = defineEntity({
  name: 'jobs',
  summary: 'Requisitions that people are hired for',
  record: Job,
  key: 'id',
  actions: {
    list: greenhouse('GET /jobs', {
      summary: 'List jobs, newest first',
      params: listParams.extend({ updated_after: updatedAfter }),
      wire: listQuery,
      ...job,
      simulate: { matches: isWithin },
    }),
    get: getFrom('jobs', 'Get one job', job),
  },
  search: {
    fields: allFields(Job, { except: ['hiring_team', 'openings'] }),
    derived: {
      is_template: from(z.boolean(), ({ is_template }) => is_template),
      copied_from_id: from(z.int(), ({ copied_from_id }) => copied_from_id),
      keyed_custom_fields: keyedCustomFields,
      hiring_team: absent(object, elsewhere('/v3/job_owners and /v3/job_hiring_managers')),
      openings: absent(z.array(object), elsewhere('/v3/openings')),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { title, department } = jobAt(source.index);
    const isClosed = source.index % 6 === 5;
    const age = 200 + 11 * source.index;
    const created_at = source.time(age);
    const opened_at = source.time(age - 3);
    const closed_at = isClosed ? source.time(age - 150) : null;
    const employment = {
      name: 'Employment type',
      type: 'single_select',
      value: source.pick(['Full-time', 'Contract']),
    };
    return {
      id: jobId(source.index),
      name: title,
      requisition_id: `REQ-${1_240 - source.index}`,
      notes: '<p>Two rounds of interviews, then references.</p>',
      confidential: false,
      status: isClosed ? 'closed' : 'open',
      created_at,
      opened_at,
      closed_at,
      updated_at: closed_at ?? opened_at,
      is_template: false,
      copied_from_id: null,
      departments: [reference(departmentId(department))],
      offices: [reference(source.of('offices'))],
      custom_fields: { employment_type: employment.value },
      keyed_custom_fields: { employment_type: employment },
      hiring_team: null,
      openings: null,
    };
  },
});
