import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const JobInterviewStage = z.object({
  id: z.int(),
  job_id: z.int().nullish(),
  name: z.string().nullish(),
  active: z.boolean().nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/get_v3-job-interview-stages */
export const jobInterviewStages = defineEntity({
  beyondContract: true,
  name: 'job_interview_stages',
  summary: 'Stages of jobs that applications go through',
  keywords: ['next stage', 'pipeline stage', 'hiring step', 'interview plan', 'rounds'],
  record: JobInterviewStage,
  key: 'id',
  actions: {
    list: listOf('job_interview_stages', 'List the stages of jobs, of all of them or of one', {
      params: listParams.extend({ job_id: z.int().optional().describe('Only stages of this job') }),
      named: ({ job_id, ...rest }) => ({ ...rest, job_ids: job_id }),
    }),
  },
});
