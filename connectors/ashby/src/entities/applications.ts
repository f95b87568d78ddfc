import { defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { CustomFieldValue, listParams, sampleUser, User } from '../shared.ts';
import { ArchiveReason } from './archive-reasons.ts';
import { HiringTeamMember } from './jobs.ts';
import { Source } from './sources.ts';

const Application = z.object({
  id: z.string(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  archivedAt: z.string().nullish(),
  candidate: z.object({ id: z.string(), name: z.string().nullish() }).nullish(),
  status: z.string().nullish(),
  customFields: z.array(CustomFieldValue).nullish(),
  currentInterviewStage: z
    .object({
      id: z.string(),
      title: z.string().nullish(),
      type: z.string().nullish(),
      interviewPlanId: z.string().nullish(),
      orderInInterviewPlan: z.int().nullish(),
    })
    .nullish(),
  source: Source.nullish(),
  creditedToUser: User.nullish(),
  archiveReason: ArchiveReason.extend({ customFields: z.array(CustomFieldValue).nullish() }).nullish(),
  job: z
    .object({
      id: z.string(),
      title: z.string().nullish(),
      locationId: z.string().nullish(),
      departmentId: z.string().nullish(),
      brandId: z.string().nullish(),
    })
    .nullish(),
  hiringTeam: z.array(HiringTeamMember).nullish(),
  appliedViaJobPostingId: z.string().nullish(),
  submitterClientIp: z.string().nullish(),
  submitterUserAgent: z.string().nullish(),
});

/** https://developers.ashbyhq.com/reference/applicationlist */
export const applications = defineEntity({
  name: 'applications',
  summary: 'Candidates considered for a job, with the stage they have reached',
  record: Application,
  key: 'id',
  actions: {
    list: ashby('POST /application.list', { summary: 'List applications', params: listParams }),
    get: ashby('POST /application.info', {
      summary: 'Get one application',
      params: z.object({ applicationId: z.string().describe('Application id') }),
    }),
  },
  search: {
    fields: ['id', 'status', 'createdAt', 'updatedAt'],
    derived: {
      archiveReason: from(z.string(), ({ archiveReason }) => archiveReason?.text),
    },
  },
  sync: { via: 'list', params: { limit: 100 } },
  sample: (source) => {
    const status = source.pick(['Active', 'Active', 'Archived', 'Hired']);
    const archived = status === 'Archived';
    return {
      candidate: { id: source.of('candidates'), name: source.of('candidates', 'name') },
      status,
      customFields: [],
      currentInterviewStage: {
        interviewPlanId: 'c3a5f0d2-7b1e-4d64-9c0f-2e8b5a917d43',
        title: source.pick(['Application review', 'Phone screen', 'Technical interview', 'Offer']),
        type: status,
        orderInInterviewPlan: source.integer(0, 5),
      },
      creditedToUser: sampleUser(source),
      hiringTeam: [],
      source: { id: source.of('sources'), title: source.of('sources', 'title'), isArchived: false },
      archiveReason: archived
        ? {
            id: source.of('archive_reasons'),
            text: source.of('archive_reasons', 'text'),
            reasonType: source.of('archive_reasons', 'reasonType'),
            isArchived: false,
            customFields: [],
          }
        : null,
      job: {
        id: source.of('jobs'),
        title: source.of('jobs', 'title'),
        locationId: source.of('locations'),
        departmentId: source.of('departments'),
        brandId: null,
      },
      appliedViaJobPostingId: source.of('job_postings'),
      createdAt: source.time(source.integer(30, 200)),
      updatedAt: source.time(source.integer(1, 9)),
      archivedAt: archived ? source.time(source.integer(10, 29)) : null,
    };
  },
});
