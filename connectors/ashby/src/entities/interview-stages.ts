import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';

const InterviewStage = z.object({
  id: z.string(),
  title: z.string().nullish(),
  type: z
    .string()
    .nullish()
    .describe('Kind of stage, such as `PreInterviewScreen`, `Active`, `Offer`, `Hired` or `Archived`'),
  interviewPlanId: z.string().nullish(),
  orderInInterviewPlan: z.int().nullish().describe('Position within the plan; the next stage has the next higher one'),
});

/** https://developers.ashbyhq.com/reference/interviewstagelist */
export const interviewStages = defineEntity({
  beyondContract: true,
  name: 'interview_stages',
  summary: 'Stages of an interview plan, in their order',
  keywords: ['next stage', 'pipeline stage', 'hiring step', 'hiring stages', 'rounds'],
  record: InterviewStage,
  key: 'id',
  actions: {
    list: ashby('POST /interviewStage.list', {
      summary: 'List the stages of an interview plan in order',
      params: z.object({ interviewPlanId: z.string().describe('Id of the interview plan') }),
      paging: null,
      meta: {},
    }),
    get: ashby('POST /interviewStage.info', {
      summary: 'Get one interview stage',
      params: z.object({ interviewStageId: z.string().describe('Interview stage id') }),
    }),
  },
});
