import { defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { CustomFieldValue, listParams, object } from '../shared.ts';
import { CandidateTag } from './candidate-tags.ts';

const ContactPoint = z.object({
  value: z.string().nullish(),
  type: z.string().nullish(),
  isPrimary: z.boolean().nullish(),
});

const Candidate = z.object({
  id: z.string(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  name: z.string().nullish(),
  emailAddresses: z.array(ContactPoint).nullish(),
  phoneNumbers: z.array(ContactPoint).nullish(),
  socialLinks: z.array(z.object({ type: z.string().nullish(), url: z.string().nullish() })).nullish(),
  tags: z.array(CandidateTag).nullish(),
  applicationIds: z.array(z.string().nullable()).nullish(),
  fileHandles: z.array(object).nullish(),
  customFields: z.array(CustomFieldValue).nullish(),
  profileUrl: z.string().nullish(),
  source: object.nullish(),
  creditedToUser: object.nullish(),
  timezone: z.string().nullish(),
});

/** https://developers.ashbyhq.com/reference/candidatelist */
export const candidates = defineEntity({
  name: 'candidates',
  summary: 'People who applied or were sourced',
  keywords: ['talent pool', 'studied at', 'applicant', 'profile of the applicant', 'cv of', 'resume of'],
  record: Candidate,
  key: 'id',
  actions: {
    list: ashby('POST /candidate.list', { summary: 'List candidates', params: listParams }),
    get: ashby('POST /candidate.info', {
      summary: 'Get one candidate',
      params: z.object({ id: z.string().describe('Candidate id') }),
    }),
  },
  search: {
    fields: ['id', 'name'],
    // Ashby sends these three; the contract has them as search fields only.
    derived: {
      company: from(z.string(), ({ company }) => company),
      position: from(z.string(), ({ position }) => position),
      school: from(z.string(), ({ school }) => school),
    },
  },
  sync: { via: 'list', params: { limit: 100 } },
});
