import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { listParams } from '../shared.ts';
import { inCategory, interestCategories } from './interest-categories.ts';

const Interest = z.object({
  category_id: z.string().nullish(),
  list_id: z.string().nullish(),
  id: z.string(),
  name: z.string().nullish(),
  subscriber_count: z.string().nullish(),
  display_order: z.int().nullish(),
});

/** https://mailchimp.com/developer/marketing/api/interests/ */
export const interests = defineEntity({
  name: 'interests',
  summary: 'Interests that contacts can choose within an interest category',
  keywords: ['topic', 'signup form question', 'topics people can pick', 'like', 'groups in mailchimp'],
  record: Interest,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/interest-categories/{interest_category_id}/interests', {
      summary: 'List the interests of a category',
      params: inCategory.extend(listParams.shape),
      recordsAt: 'interests',
    }),
    get: mailchimp('GET /lists/{list_id}/interest-categories/{interest_category_id}/interests/{interest_id}', {
      summary: 'Get one interest',
      params: inCategory.extend({ interest_id: z.string().describe('Interest id') }),
    }),
  },
  search: { title: 'name', fields: allFields(Interest) },
  sync: { via: 'list', params: { count: 1000 }, each: interestCategories, bind: { interest_category_id: 'id' } },
});
