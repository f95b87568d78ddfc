import { defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { CustomFieldValue, listParams, object, sampleUser } from '../shared.ts';
import { CandidateTag } from './candidate-tags.ts';

const ContactPoint = z.object({
  value: z.string().nullish(),
  type: z.string().nullish(),
  isPrimary: z.boolean().nullish(),
});

const Candidate = z.object({
  id: z.string(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
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
  sample: (source) => {
    const person = source.person();
    const age = source.integer(30, 500);
    return {
      name: `${person.first} ${person.last}`,
      emailAddresses: [{ value: person.email, type: 'Personal', isPrimary: true }],
      socialLinks: [
        { type: 'LinkedIn', url: `https://www.linkedin.com/in/${person.first}-${person.last}`.toLowerCase() },
      ],
      phoneNumbers: [],
      tags: [{ id: source.of('candidate_tags'), title: source.of('candidate_tags', 'title'), isArchived: false }],
      applicationIds: [source.of('applications')],
      fileHandles: [],
      profileUrl: `https://app.ashbyhq.com/candidate-searches/new/right-side/candidates/${source.id('', 22)}`,
      customFields: [],
      source: { id: source.of('sources'), title: source.of('sources', 'title'), isArchived: false },
      creditedToUser: sampleUser(source),
      company: source.company(),
      position: source.pick(['Software Engineer', 'Product Designer', 'Account Executive', 'Data Analyst']),
      school: source.pick(['Aalto University', 'University of Toronto']),
      timezone: source.pick(['America/New_York', 'Europe/Berlin']),
      createdAt: source.time(age),
      updatedAt: source.time(source.integer(0, age)),
    };
  },
});
