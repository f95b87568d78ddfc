import { absent, allFields, defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { changeFilter, createdParams, listParams, timeParam } from '../lists.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { getOf, listOf } from '../reads.ts';
import { Attachment } from '../records/attachment.ts';
import {
  type Conversion,
  customFields,
  elsewhere,
  namesOf,
  nothing,
  object,
  Reference,
  referencesTo,
  renamed,
  reshaping,
  translated,
  within,
} from '../reshaping.ts';

/** A candidate considered for a job: the record of `applications`, also that of what moves and rejects them. */
export const Application = z.object({
  id: z.int(),
  candidate_id: z.int().nullish(),
  prospect: z.boolean().nullish(),
  applied_at: time().nullish(),
  rejected_at: time().nullish(),
  last_activity_at: time().nullish(),
  location: z.object({ address: z.string().nullish() }).nullish(),
  source: z.object({ id: z.int(), public_name: z.string().nullish() }).nullish(),
  credited_to: object.nullish(),
  rejection_reason: z.object({ id: z.int(), name: z.string().nullish(), type: object.nullish() }).nullish(),
  rejection_details: object.nullish(),
  jobs: z.array(Reference).nullish(),
  job_post_id: z.int().nullish(),
  status: z.string().nullish(),
  job_interview_stage_id: z
    .int()
    .nullish()
    .describe('Id of the stage of the job that the application is in; null for a prospect'),
  current_stage: z.object({ id: z.int().nullish(), name: z.string().nullish() }).nullish(),
  answers: z.array(z.object({ question: z.string().nullish(), answer: z.string().nullish() })).nullish(),
  prospective_office: object.nullish(),
  prospective_department: object.nullish(),
  prospect_detail: object.nullish(),
  attachments: z.array(Attachment).nullish(),
  custom_fields: object.nullish(),
});

const missing = {
  credited_to: absent(object, 'Harvest v3 has a referrer instead, who may not be a user'),
  rejection_details: absent(object, elsewhere('/v3/rejection_details')),
  prospective_office: absent(z.string(), elsewhere('/v3/prospect_details')),
  prospective_department: absent(z.string(), elsewhere('/v3/prospect_details')),
  prospect_detail: absent(object, elsewhere('/v3/prospect_details')),
  attachments: absent(z.array(object), elsewhere('/v3/attachments')),
};

// A prospect has no job, or some that it is considered for.
const jobs: Conversion = {
  of: ['job_id', 'prospective_job_ids'],
  read: (id, prospective) => referencesTo(id ?? prospective),
  write: (found) => [found[0]?.id ?? null, []],
};

const currentStage: Conversion = {
  of: ['stage_id', 'stage_name'],
  read: (id, name) => ((id ?? name ?? null) === null ? null : { id, name }),
  write: (stage) => [stage?.id ?? null, stage?.name ?? null],
};

/** How rows of Harvest become these records. */
export const applicationShape = reshaping({
  ...nothing(missing),
  ...customFields,
  applied_at: renamed('created_at'),
  location: within('location_address', 'address'),
  source: within('source_id', 'id', { public_name: null }),
  rejection_reason: within('rejection_reason_id', 'id', { name: null, type: null }),
  jobs,
  // What happens to an application changes it, at the simulated vendor as well.
  last_activity_at: { of: ['last_activity_at', 'updated_at'], read: (time) => time, write: (time) => [time, time] },
  updated_at: { of: ['updated_at'], read: (time) => time, write: () => [] },
  current_stage: currentStage,
  status: translated('status', { in_process: 'active' }),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-applications */
export const applications = defineEntity({
  name: 'applications',
  summary: 'Candidates considered for a job, and prospects, with the stage they have reached',
  keywords: ['applied', 'final round', 'how far', 'applicant', 'hired for', 'rejected applicants'],
  record: Application,
  key: 'id',
  actions: {
    list: listOf('applications', 'List applications, newest first', {
      params: listParams.extend({
        ...createdParams,
        last_activity_after: timeParam('Only applications with activity at or after this time'),
        job_id: z.int().optional().describe('Only applications for this job; prospects are not among them'),
        status: z.enum(['active', 'rejected', 'hired']).optional().describe('Only applications of this status'),
      }),
      syncOnly: changeFilter,
      shape: applicationShape,
      named: ({ job_id, ...rest }) => ({ ...rest, job_ids: job_id }),
    }),
    get: getOf('applications', 'Get one application', applicationShape),
  },
  search: {
    link: 'https://app.greenhouse.io/people/{candidate_id}?application_id={id}',
    fields: allFields(Application, {
      except: [...namesOf(missing), 'location', 'custom_fields', 'job_interview_stage_id'],
    }),
    beyondContract: ['job_interview_stage_id'],
    derived: { ...missing, location: from(z.string(), ({ location }) => location?.address) },
  },
  sync: {
    via: 'list',
    params: { per_page: 500 },
    // The contract's record has no updated_at. What changed since the newest activity includes what changed since the last pass.
    cursor: { field: 'last_activity_at', param: 'updated_after' },
  },
  ownFields: ownFieldsOf('application'),
});
