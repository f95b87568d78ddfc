import { defineEntity, from, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { CustomFieldValue, listParams, User } from '../shared.ts';
import { ArchiveReason } from './archive-reasons.ts';
import { HiringTeamMember } from './jobs.ts';
import { Source } from './sources.ts';

/** A candidate considered for a job: the record of `applications`, also returned when one is moved. */
export const Application = z.object({
  id: z.string(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
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
  keywords: ['applied', 'how far', 'interview stage', 'applicant', 'hired for', 'rejected applicants'],
  record: Application,
  key: 'id',
  actions: {
    list: ashby('POST /application.list', { summary: 'List applications', params: listParams }),
    get: ashby('POST /application.info', {
      summary: 'Get one application',
      params: z.object({ applicationId: z.string().describe('Application id') }),
    }),
    create: ashby('POST /application.create', {
      beyondContract: true,
      summary: 'Consider a candidate for a job',
      params: z.object({
        candidateId: z.string().describe('Id of the candidate'),
        jobId: z.string().describe('Id of the job'),
        interviewPlanId: z
          .string()
          .optional()
          .describe('Id of the interview plan; the default plan of the job if omitted'),
        interviewStageId: z
          .string()
          .optional()
          .describe('Id of the stage to begin in; the first stage before interviews if omitted'),
        sourceId: z.string().optional().describe('Id of the source of the application'),
        creditedToUserId: z.string().optional().describe('Id of the user credited with the application'),
      }),
    }),
  },
  search: {
    fields: ['id', 'status', 'createdAt', 'updatedAt'],
    derived: {
      archiveReason: from(z.string(), ({ archiveReason }) => archiveReason?.text),
    },
  },
  sync: { via: 'list', params: { limit: 100 } },
  ownFields: ownFieldsOf('Application'),
});
