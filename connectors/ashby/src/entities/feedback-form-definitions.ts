import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams, object } from '../shared.ts';

const FeedbackFormDefinition = z.object({
  id: z.string(),
  organizationId: z.string().nullish(),
  title: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  isDefaultForm: z.boolean().nullish(),
  formDefinition: z.object({ sections: z.array(object).nullish() }).nullish(),
  interviewId: z.string().nullish(),
});

/** https://developers.ashbyhq.com/reference/feedbackformdefinitionlist */
export const feedbackFormDefinitions = defineEntity({
  name: 'feedback_form_definitions',
  summary: 'Forms on which interviewers give their feedback',
  keywords: ['fill in', 'scorecard', 'sheet', 'scorecard template', 'interview questions', 'evaluation form'],
  record: FeedbackFormDefinition,
  key: 'id',
  actions: {
    list: ashby('POST /feedbackFormDefinition.list', {
      summary: 'List feedback forms that are not archived',
      params: listParams,
    }),
  },
});
