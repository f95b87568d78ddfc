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
  record: FeedbackFormDefinition,
  key: 'id',
  actions: {
    list: ashby('POST /feedbackFormDefinition.list', {
      summary: 'List feedback forms that are not archived',
      params: listParams,
    }),
  },
  sample: (source) => ({
    organizationId: 'a7d4e9b0-1c63-4f28-b5e2-8f0c6d3a9e71',
    title: source.pick(['Phone screen', 'Technical interview', 'Final round', 'Culture interview']),
    isArchived: false,
    isDefaultForm: source.index === 0,
    formDefinition: {
      sections: [
        {
          title: 'Overall',
          fields: [
            {
              isRequired: true,
              field: {
                id: 'e5b19c84-6f27-4a3d-9d08-c2f7a1b46e95',
                type: 'Score',
                path: 'overall_recommendation',
                title: 'Recommendation',
              },
            },
          ],
        },
      ],
    },
  }),
});
