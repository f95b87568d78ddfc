import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

const InterviewPlan = z.object({ id: z.string(), title: z.string().nullish(), isArchived: z.boolean().nullish() });

/** https://developers.ashbyhq.com/reference/interviewplanlist */
export const interviewPlans = defineEntity({
  beyondContract: true,
  name: 'interview_plans',
  summary: 'Interview plans, which have the stages that applications go through',
  keywords: ['hiring process', 'pipeline', 'interview process', 'hiring workflow'],
  record: InterviewPlan,
  key: 'id',
  actions: {
    list: ashby('POST /interviewPlan.list', {
      summary: 'List interview plans that are not archived',
      params: listParams,
    }),
  },
});
