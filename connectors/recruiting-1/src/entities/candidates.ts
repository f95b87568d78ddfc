import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { changedLast, isWithin, listParams, listQuery, updatedAfter } from '../lists.ts';
import { Attachment } from '../records/attachment.ts';
import { applicationAge, candidateId } from '../sample-company.ts';
import { elsewhere, getFrom, keyedCustomFields, object, type Reshaping, valuesOf } from '../shared.ts';

const ContactPoint = z.object({ value: z.string().nullish(), type: z.string().nullish() });

const Candidate = z.object({
  id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  company: z.string().nullish(),
  title: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  last_activity: z.string().nullish(),
  is_private: z.boolean().nullish(),
  photo_url: z.string().nullish(),
  attachments: z.array(Attachment).nullish(),
  application_ids: z.array(z.int()).nullish(),
  phone_numbers: z.array(ContactPoint).nullish(),
  addresses: z.array(ContactPoint).nullish(),
  email_addresses: z.array(ContactPoint).nullish(),
  website_addresses: z.array(ContactPoint).nullish(),
  social_media_addresses: z.array(z.object({ value: z.string().nullish() })).nullish(),
  recruiter: object.nullish(),
  coordinator: object.nullish(),
  can_email: z.boolean().nullish(),
  tags: z.array(z.string()).nullish(),
  custom_fields: object.nullish(),
});

/** What v3 keeps elsewhere or no longer has. */
const missing = { photo_url: null, attachments: null, application_ids: null, recruiter: null, coordinator: null };

const candidate: Reshaping = {
  toRecord: ({ last_activity_at, private: is_private, custom_fields, ...row }) => ({
    ...row,
    ...missing,
    last_activity: last_activity_at,
    is_private,
    custom_fields: valuesOf(custom_fields),
    keyed_custom_fields: custom_fields,
  }),
  toRow: ({
    last_activity,
    is_private,
    keyed_custom_fields,
    photo_url,
    attachments,
    application_ids,
    recruiter,
    coordinator,
    ...record
  }) => ({ ...record, last_activity_at: last_activity, private: is_private, custom_fields: keyed_custom_fields }),
};

/** Contract A4, candidates; https://harvestdocs.greenhouse.io/reference/get_v3-candidates */
export const candidates = defineEntity({
  name: 'candidates',
  summary: 'People who applied for a job or may do so',
  record: Candidate,
  key: 'id',
  actions: {
    list: greenhouse('GET /candidates', {
      summary: 'List candidates, newest first',
      params: listParams.extend({ updated_after: updatedAfter }),
      wire: listQuery,
      ...candidate,
      simulate: { matches: (record, params) => isWithin(candidate.toRow(record), params) },
    }),
    get: getFrom('candidates', 'Get one candidate', candidate),
  },
  search: {
    fields: allFields(Candidate, {
      except: ['photo_url', 'attachments', 'application_ids', 'recruiter', 'coordinator'],
    }),
    derived: {
      keyed_custom_fields: keyedCustomFields,
      photo_url: absent(z.string(), 'Harvest v3 no longer has photos'),
      attachments: absent(z.array(object), elsewhere('/v3/attachments')),
      application_ids: absent(z.array(z.int()), 'Harvest v3 names the candidate in each application instead'),
      applications: absent(z.array(object), 'Harvest v3 names the candidate in each application instead'),
      educations: absent(z.array(object), elsewhere('/v3/candidate_educations')),
      employments: absent(z.array(object), elsewhere('/v3/candidate_employments')),
      recruiter: absent(z.string(), 'Harvest v3 names the recruiter in each application instead'),
      coordinator: absent(z.string(), 'Harvest v3 names the coordinator in each application instead'),
    },
  },
  sync: { via: 'list', params: { per_page: 500 }, cursor: changedLast },
  sample: (source) => {
    const { first, last, email } = source.person();
    const age = applicationAge(source.index);
    const last_activity = source.time(age - 12);
    const notice = {
      name: 'Notice period',
      type: 'single_select',
      value: source.pick(['None', '1 month', '3 months']),
    };
    return {
      ...missing,
      id: candidateId(source.index),
      first_name: first,
      last_name: last,
      preferred_name: null,
      company: source.company(),
      title: source.pick(['Software Engineer', 'Sales Manager', 'Designer', 'Recruiter', 'Data Analyst']),
      created_at: source.time(age + 2),
      updated_at: last_activity,
      last_activity,
      is_private: false,
      phone_numbers: [{ value: `+1 555 01${source.integer(10, 99)}`, type: 'mobile' }],
      addresses: [],
      email_addresses: [{ value: email, type: 'personal' }],
      website_addresses: [],
      social_media_addresses: [{ value: `https://www.linkedin.com/in/${first}-${last}`.toLowerCase() }],
      can_email: true,
      tags: source.pick([['Referral'], ['Silver medalist', 'Remote'], []]),
      linked_user_ids: [],
      custom_fields: { notice_period: notice.value },
      keyed_custom_fields: { notice_period: notice },
    };
  },
});
