import { defineEntity, type RawValue } from '@connectory/connector-sdk';
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
  updatedAt: z.string().nullish(),
});

/** https://developers.ashbyhq.com/reference/jobpostinglist */
export const jobPostings = defineEntity({
  name: 'job_postings',
  summary: 'Published advertisements of jobs',
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
      toRow: ({ compensationTierSummary, shouldDisplayCompensationOnJobBoard, ...record }) => ({
        ...record,
        compensation: { compensationTierSummary, shouldDisplayCompensationOnJobBoard },
      }),
    }),
  },
  search: {
    fields: ['id', 'title', 'isListed', 'jobId', 'locationName'],
  },
  sync: { via: 'list' },
  sample: (source) => ({
    title: source.of('jobs', 'title'),
    jobId: source.of('jobs'),
    departmentName: source.of('departments', 'name'),
    teamName: source.of('departments', 'name'),
    locationName: source.of('locations', 'name'),
    locationExternalName: null,
    locationIds: { primaryLocationId: source.of('locations'), secondaryLocationIds: [] },
    workplaceType: source.pick(['OnSite', 'Hybrid', 'Remote']),
    employmentType: source.pick(['FullTime', 'PartTime', 'Contract']),
    isListed: source.index % 4 !== 3,
    publishedDate: source.time(source.integer(5, 90)).slice(0, 10),
    applicationDeadline: `${source.time(0).slice(0, 8)}28T20:00:00.000Z`,
    compensationTierSummary: source.pick(['$95K – $120K', '€70K – €85K • Offers Bonus']),
    applyLink: `https://jobs.ashbyhq.com/harbour-supplies/${source.integer(1000, 9999)}/application`,
    externalLink: `https://jobs.ashbyhq.com/harbour-supplies/${source.integer(1000, 9999)}`,
    shouldDisplayCompensationOnJobBoard: true,
    updatedAt: source.time(source.integer(1, 5)),
  }),
});
