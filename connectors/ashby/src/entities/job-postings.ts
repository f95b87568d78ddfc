import { defineEntity, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

const JobPosting = z.object({
  id: z.string(),
  title: z.string().nullish(),
  jobId: z.string().nullish(),
  departmentName: z.string().nullish(),
  teamName: z.string().nullish(),
  locationName: z.string().nullish(),
  locationExternalName: z.string().nullish(),
  workplaceType: z.string().nullish(),
  employmentType: z.string().nullish(),
  isListed: z.boolean().nullish(),
  publishedDate: z.string().nullish(),
  applicationDeadline: z.string().nullish(),
  externalLink: z.string().nullish(),
  applyLink: z.string().nullish(),
  locationIds: z
    .object({
      primaryLocationId: z.string().nullish(),
      secondaryLocationIds: z.array(z.string()).nullish(),
    })
    .nullish(),
  compensationTierSummary: z.string().nullish(),
  shouldDisplayCompensationOnJobBoard: z.boolean().nullish(),
  updatedAt: time().nullish(),
});

/** https://developers.ashbyhq.com/reference/jobpostinglist */
export const jobPostings = defineEntity({
  name: 'job_postings',
  summary: 'Published advertisements of jobs',
  keywords: ['live', 'careers page', 'live on the site', 'vacancies', 'position', 'role', 'apply link', 'ad'],
  record: JobPosting,
  key: 'id',
  actions: {
    list: ashby('POST /jobPosting.list', {
      summary: 'List published job postings, also those not shown on a job board',
      params: listParams,
    }),
    get: ashby('POST /jobPosting.info', {
      summary: 'Get one job posting',
      params: z.object({ jobPostingId: z.string().describe('Job posting id') }),
      // A single posting has its pay one level deeper than the list does.
      toRecord: ({ compensation, ...row }: RawValue) => ({ ...compensation, ...row }),
    }),
  },
  search: { title: 'title', fields: ['id', 'title', 'isListed', 'jobId', 'locationName'] },
  sync: { via: 'list' },
});
