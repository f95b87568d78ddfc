import { absent, allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, changeFilter, listParams } from '../lists.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { getOf, listOf } from '../reads.ts';
import { Attachment } from '../records/attachment.ts';
import {
  customFields,
  elsewhere,
  keyedCustomFields,
  namesOf,
  nothing,
  object,
  renamed,
  reshaping,
} from '../reshaping.ts';

const Contact = z.object({ value: z.string().nullish(), type: z.string().nullish() });

const Candidate = z.object({
  id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  company: z.string().nullish(),
  title: z.string().nullish(),
  created_at: time().nullish(),
  updated_at: time().nullish(),
  last_activity: time().nullish(),
  is_private: z.boolean().nullish(),
  photo_url: z.string().nullish(),
  attachments: z.array(Attachment).nullish(),
  application_ids: z.array(z.int()).nullish(),
  phone_numbers: z.array(Contact).nullish(),
  addresses: z.array(Contact).nullish(),
  email_addresses: z.array(Contact).nullish(),
  website_addresses: z.array(Contact).nullish(),
  social_media_addresses: z.array(z.object({ value: z.string().nullish() })).nullish(),
  recruiter: object.nullish(),
  coordinator: object.nullish(),
  can_email: z.boolean().nullish(),
  tags: z.array(z.string()).nullish(),
  custom_fields: object.nullish(),
});

const ofApplications = 'Harvest v3 has it in each application of the candidate';
const missing = {
  photo_url: absent(z.string(), 'Harvest v3 has no photos'),
  attachments: absent(z.array(object), elsewhere('/v3/attachments')),
  application_ids: absent(z.array(z.int()), ofApplications),
  recruiter: absent(z.string(), ofApplications),
  coordinator: absent(z.string(), ofApplications),
};

/** How rows of Harvest become these records. */
export const candidateShape = reshaping({
  ...nothing(missing),
  ...customFields,
  last_activity: renamed('last_activity_at'),
  is_private: renamed('private'),
});

const contacts = (what: string, types: string) =>
  z
    .array(
      z.strictObject({ value: z.string().describe('The value itself'), type: z.string().describe(`Such as ${types}`) }),
    )
    .optional()
    .describe(`${what}; replaces those that are there`);

const editable = z.object({
  company: z.string().optional().describe('Present employer'),
  title: z.string().optional().describe('Present job title'),
  email_addresses: contacts('Email addresses', 'personal, work or other'),
  phone_numbers: contacts('Telephone numbers', 'home, work, mobile, skype or other'),
  website_addresses: contacts('Websites', 'personal, company, portfolio, blog or other'),
  social_media_addresses: z
    .array(z.strictObject({ value: z.string().describe('URL or name') }))
    .optional()
    .describe('Profiles in social media; replaces those that are there'),
  tags: z.array(z.string()).optional().describe('Names of tags; replaces those that are there'),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-candidates */
export const candidates = defineEntity({
  name: 'candidates',
  summary: 'People who applied for a job or may do so',
  keywords: ['applicant', 'studied at', 'person', 'profile of the applicant', 'phone number of the applicant'],
  record: Candidate,
  key: 'id',
  actions: {
    list: listOf('candidates', 'List candidates, newest first', {
      params: listParams,
      syncOnly: changeFilter,
      shape: candidateShape,
    }),
    get: getOf('candidates', 'Get one candidate', candidateShape),
    create: greenhouse('POST /candidates', {
      beyondContract: true,
      summary: 'Add a candidate, with an application if a job is given',
      params: editable.extend({
        first_name: z.string().describe('First name'),
        last_name: z.string().describe('Last name'),
        job_id: z.int().optional().describe('Id of the job to consider the candidate for'),
      }),
      wire: ({ job_id, ...rest }) => ({ body: { ...rest, ...(job_id !== undefined && { application: { job_id } }) } }),
      recordAt: 'candidate',
      toRecord: candidateShape.toRecord,
    }),
    update: greenhouse('PATCH /candidates/{id}', {
      beyondContract: true,
      summary: 'Change a candidate; omitted fields stay unchanged',
      params: editable.extend({
        id: z.int().describe('Id of the candidate'),
        first_name: z.string().optional().describe('First name'),
        last_name: z.string().optional().describe('Last name'),
      }),
      toRecord: candidateShape.toRecord,
    }),
  },
  search: {
    title: ['first_name', 'last_name'],
    link: 'https://app.greenhouse.io/people/{id}',
    fields: allFields(Candidate, { except: namesOf(missing) }),
    derived: {
      ...missing,
      keyed_custom_fields: keyedCustomFields,
      applications: absent(z.array(object), ofApplications),
      educations: absent(z.array(object), elsewhere('/v3/candidate_educations')),
      employments: absent(z.array(object), elsewhere('/v3/candidate_employments')),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  ownFields: ownFieldsOf('candidate'),
});
