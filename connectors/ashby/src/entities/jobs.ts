import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { ownFieldsOf } from '../own-fields.ts';
import { CustomFieldValue, listParams, User } from '../shared.ts';

/** A user with the part taken in hiring for a job, embedded in jobs and applications. */
export const HiringTeamMember = z.object({
  userId: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  email: z.string().nullish(),
  role: z.string().nullish(),
});

const Job = z.object({
  id: z.string(),
  title: z.string().nullish(),
  confidential: z.boolean().nullish(),
  status: z.string().nullish(),
  employmentType: z.string().nullish(),
  locationId: z.string().nullish(),
  departmentId: z.string().nullish(),
  defaultInterviewPlanId: z.string().nullish(),
  interviewPlanIds: z.array(z.string().nullable()).nullish(),
  jobPostingIds: z.array(z.string().nullable()).nullish(),
  customFields: z.array(CustomFieldValue).nullish(),
  hiringTeam: z.array(HiringTeamMember).nullish(),
  customRequisitionId: z.string().nullish(),
  brandId: z.string().nullish(),
  author: User.nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  openedAt: z.string().nullish(),
  closedAt: z.string().nullish(),
});

/** https://developers.ashbyhq.com/reference/joblist */
export const jobs = defineEntity({
  name: 'jobs',
  summary: 'Positions the organization hires for',
  keywords: ['req', 'vacancy', 'role', 'open role', 'open headcount', 'requisition', 'hiring team'],
  record: Job,
  key: 'id',
  actions: {
    list: ashby('POST /job.list', { summary: 'List jobs', params: listParams }),
    get: ashby('POST /job.info', {
      summary: 'Get one job',
      params: z.object({ id: z.string().describe('Job id') }),
    }),
  },
  search: { title: 'title', fields: ['id', 'title', 'status', 'departmentId', 'locationId'] },
  sync: { via: 'list', params: { limit: 100 } },
  ownFields: ownFieldsOf('Job'),
});
