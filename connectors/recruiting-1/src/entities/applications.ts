import { absent, allFields, defineEntity, from, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, createdParams, isWithin, listParams, listQuery, time, updatedAfter } from '../lists.ts';
import { Attachment } from '../records/attachment.ts';
import {
  applicationAge,
  applicationId,
  candidateId,
  cities,
  jobId,
  jobOfApplication,
  jobPostId,
  outcomeAt,
} from '../sample-company.ts';
import { elsewhere, getFrom, idsOf, object, Reference, type Reshaping, references, valuesOf } from '../shared.ts';

const Application = z.object({
  id: z.int(),
  candidate_id: z.int().nullish(),
  prospect: z.boolean().nullish(),
  applied_at: z.string().nullish(),
  rejected_at: z.string().nullish(),
  last_activity_at: z.string().nullish(),
  location: z.object({ address: z.string().nullish() }).nullish(),
  source: z.object({ id: z.int(), public_name: z.string().nullish() }).nullish(),
  credited_to: object.nullish(),
  rejection_reason: object.nullish(),
  rejection_details: object.nullish(),
  jobs: z.array(Reference).nullish(),
  job_post_id: z.int().nullish(),
  status: z.string().nullish(),
  current_stage: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
  answers: z.array(z.object({ question: z.string().nullish(), answer: z.string().nullish() })).nullish(),
  prospective_office: object.nullish(),
  prospective_department: object.nullish(),
  prospect_detail: object.nullish(),
  attachments: z.array(Attachment).nullish(),
  custom_fields: object.nullish(),
  updated_at: z.string().nullish(),
});

/** What v3 keeps elsewhere or no longer has. */
const missing = {
  credited_to: null,
  rejection_reason: null,
  rejection_details: null,
  prospective_office: null,
  prospective_department: null,
  prospect_detail: null,
  attachments: null,
};

const stageOf = (id: RawValue, name: RawValue) => ((id ?? name ?? null) === null ? null : { id, name });

const application: Reshaping = {
  toRecord: ({ job_id, prospective_job_ids, source_id, stage_id, stage_name, ...rest }) => {
    const { created_at, location_address, status, custom_fields, ...row } = rest;
    return {
      ...row,
      ...missing,
      applied_at: created_at,
      location: (location_address ?? null) === null ? null : { address: location_address },
      source: (source_id ?? null) === null ? null : { id: source_id, public_name: null },
      jobs: references((job_id ?? null) === null ? prospective_job_ids : [job_id]),
      status: status === 'in_process' ? 'active' : status,
      current_stage: stageOf(stage_id, stage_name),
      custom_fields: valuesOf(custom_fields),
      keyed_custom_fields: custom_fields,
    };
  },
  toRow: ({ applied_at, location, source, jobs, status, current_stage, keyed_custom_fields, ...rest }) => {
    const row = Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(missing, name)));
    const [job = null] = row.prospect === true ? [] : idsOf(jobs);
    return {
      ...row,
      created_at: applied_at,
      location_address: location?.address ?? null,
      source_id: source?.id ?? null,
      job_id: job,
      prospective_job_ids: job === null ? idsOf(jobs) : [],
      status: status === 'active' ? 'in_process' : status,
      stage_id: current_stage?.id ?? null,
      stage_name: current_stage?.name ?? null,
      custom_fields: keyed_custom_fields,
    };
  },
};

/** Contract A4, applications; https://harvestdocs.greenhouse.io/reference/get_v3-applications */
export const applications = defineEntity({
  name: 'applications',
  summary: 'Candidates considered for a job, and prospects without one, with the stage they have reached',
  record: Application,
  key: 'id',
  actions: {
    list: greenhouse('GET /applications', {
      summary: 'List applications, newest first',
      params: listParams.extend({
        ...createdParams,
        last_activity_after: time('Only applications that something happened to at or after this time'),
        updated_after: updatedAfter,
        job_id: z.int().optional().describe('Only applications for this job; prospects are not among them'),
        status: z.enum(['active', 'rejected', 'hired']).optional().describe('Only applications of this status'),
      }),
      wire: ({ job_id, ...rest }) => {
        const { query } = listQuery(rest);
        return { query: { ...query, job_ids: job_id } };
      },
      ...application,
      simulate: {
        matches: (record, params) => {
          const row = application.toRow(record);
          const { job_id = row.job_id, status = record.status } = params;
          return row.job_id === job_id && record.status === status && isWithin(row, params);
        },
      },
    }),
    get: getFrom('applications', 'Get one application', application),
  },
  search: {
    fields: allFields(Application, {
      except: [
        'location',
        'credited_to',
        'rejection_reason',
        'rejection_details',
        'prospective_office',
        'prospective_department',
        'prospect_detail',
        'attachments',
        'custom_fields',
        'updated_at',
      ],
    }),
    derived: {
      location: from(z.string(), ({ location }) => location?.address),
      credited_to: absent(object, 'Harvest v3 names a referrer instead, who need not be a user'),
      rejection_reason: absent(object, elsewhere('/v3/rejection_details')),
      rejection_details: absent(object, elsewhere('/v3/rejection_details')),
      prospective_office: absent(z.string(), elsewhere('/v3/prospect_details')),
      prospective_department: absent(z.string(), elsewhere('/v3/prospect_details')),
      prospect_detail: absent(object, elsewhere('/v3/prospect_details')),
      attachments: absent(z.array(object), elsewhere('/v3/attachments')),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { index } = source;
    const outcome = outcomeAt(index);
    const age = applicationAge(index);
    const applied_at = source.time(age);
    const isRejected = outcome === 'refused' || outcome === 'declined';
    const isProspect = outcome === 'prospect';
    const stage = { hired: 'Offer', offered: 'Offer', interviewed: 'Technical Interview' }[outcome as string];
    const last = source.time(outcome === 'refused' || isProspect ? age - 2 : age - 12);
    const expectation = { name: 'Salary expectation', type: 'short_text', value: `${source.integer(45, 95)}k` };
    return {
      ...missing,
      id: applicationId(index),
      candidate_id: candidateId(index),
      prospect: isProspect,
      applied_at,
      rejected_at: isRejected ? last : null,
      last_activity_at: last,
      updated_at: last,
      location: { address: cities[index % cities.length] },
      source: { id: source.of('sources'), public_name: null },
      jobs: [{ id: jobId(jobOfApplication(index)), name: null }],
      job_post_id: isProspect ? null : jobPostId(jobOfApplication(index)),
      status: isRejected ? 'rejected' : outcome === 'hired' ? 'hired' : 'active',
      current_stage: stage === undefined || outcome === 'hired' ? null : { id: 1_073_533 - index * 7, name: stage },
      answers: isProspect
        ? []
        : [
            {
              question: 'How did you hear about this job?',
              answer: source.pick(['A friend', 'LinkedIn', 'Your website']),
            },
          ],
      recruiter_id: source.of('users'),
      coordinator_id: null,
      referrer_id: null,
      agency_note_id: null,
      needs_decision: outcome === 'interviewed',
      custom_fields: { salary_expectation: expectation.value },
      keyed_custom_fields: { salary_expectation: expectation },
    };
  },
});
