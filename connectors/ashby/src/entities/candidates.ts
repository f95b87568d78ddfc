import { defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { CustomFieldValue, listParams, object } from '../shared.ts';
import { CandidateTag } from './candidate-tags.ts';

const ContactPoint = z.object({
  value: z.string().nullish(),
  type: z.string().nullish(),
  isPrimary: z.boolean().nullish(),
});

/** A person in hiring: the record of `candidates`, also returned when its tags change. */
export const Candidate = z.object({
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

const editable = z.object({
  email: z.string().optional().describe('Primary, personal email address'),
  phoneNumber: z.string().optional().describe('Primary, personal phone number'),
  linkedInUrl: z.string().optional().describe('URL of the LinkedIn profile'),
  githubUrl: z.string().optional().describe('URL of the GitHub profile'),
  sourceId: z.string().optional().describe('Id of the source the candidate came from'),
  creditedToUserId: z.string().optional().describe('Id of the user credited with the candidate'),
});

const nameText = 'First and last name';

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
    create: ashby('POST /candidate.create', {
      beyondContract: true,
      summary: 'Add a candidate, without an application yet',
      params: editable.extend({
        name: z.string().describe(nameText),
        website: z.string().optional().describe('URL of a personal website'),
        alternateEmailAddresses: z.array(z.string()).optional().describe('Further email addresses'),
      }),
    }),
    update: ashby('POST /candidate.update', {
      beyondContract: true,
      summary: 'Change a candidate; omitted fields stay unchanged',
      params: editable.extend({
        candidateId: z.string().describe('Candidate id'),
        name: z.string().optional().describe(nameText),
        websiteUrl: z.string().optional().describe('URL of a personal website'),
        alternateEmail: z.string().optional().describe('A further email address to add'),
        socialLinks: z
          .array(
            z.strictObject({
              type: z.enum(['LinkedIn', 'GitHub', 'Twitter', 'Medium', 'StackOverflow', 'Website']).describe('Site'),
              url: z.string().describe('URL of the profile'),
            }),
          )
          .optional()
          .describe('All profiles on other sites; they replace the present ones, and URLs given in other parameters'),
      }),
    }),
    api_search: ashby('POST /candidate.search', {
      beyondContract: true,
      summary: 'Find candidates by name or email address at Ashby, which returns at most 100',
      params: z.object({
        name: z.string().optional().describe('Name or a part of it'),
        email: z.string().optional().describe('Email address'),
      }),
      paging: null,
      meta: {},
    }),
  },
  search: {
    title: 'name',
    fields: ['id', 'name'],
    // Ashby sends these three; the contract has them as search fields only.
    derived: {
      company: from(z.string(), ({ company }) => company),
      position: from(z.string(), ({ position }) => position),
      school: from(z.string(), ({ school }) => school),
    },
  },
  sync: { via: 'list', params: { limit: 100 } },
  ownFields: ownFieldsOf('Candidate'),
});
