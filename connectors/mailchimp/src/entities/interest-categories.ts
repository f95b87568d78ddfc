import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience, listParams } from '../shared.ts';
import { lists } from './lists.ts';

const InterestCategory = z.object({
  list_id: z.string().nullish(),
  id: z.string(),
  title: z.string().nullish(),
  display_order: z.int().nullish(),
  type: z.enum(['checkboxes', 'dropdown', 'radio', 'hidden']).nullish(),
});

/** The interest category a call is about. */
export const inCategory = inAudience.extend({ interest_category_id: z.string().describe('Interest category id') });

/** https://mailchimp.com/developer/marketing/api/interest-categories/ */
export const interestCategories = defineEntity({
  name: 'interest_categories',
  summary: 'Questions about what contacts are interested in, also called groups',
  keywords: ['topic', 'likes', 'signup form question', 'topics people can pick', 'groups in mailchimp'],
  record: InterestCategory,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/interest-categories', {
      summary: 'List the interest categories of an audience',
      params: inAudience.extend(listParams.shape),
      recordsAt: 'categories',
    }),
    get: mailchimp('GET /lists/{list_id}/interest-categories/{interest_category_id}', {
      summary: 'Get one interest category',
      params: inCategory,
    }),
  },
  search: { title: 'title', fields: allFields(InterestCategory) },
  sync: { via: 'list', params: { count: 1000 }, each: lists, bind: { list_id: 'id' } },
});
