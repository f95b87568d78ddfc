import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { finder, inAccount, object, tokenPaging } from '../shared.ts';
import { accounts } from './accounts.ts';

const Creative = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  account: z.string().nullish(),
  campaign: z.string().nullish(),
  intendedStatus: z.string().nullish(),
  isServing: z.boolean().nullish(),
  isTest: z.boolean().nullish(),
  createdAt: time('unix-milliseconds', z.int()).nullish(),
  createdBy: z.string().nullish(),
  lastModifiedAt: time('unix-milliseconds', z.int()).nullish(),
  lastModifiedBy: z.string().nullish(),
  content: object.nullish(),
  review: z.object({ status: z.string().nullish(), rejectionReasons: z.array(z.unknown()).nullish() }).nullish(),
  servingHoldReasons: z.array(z.string()).nullish(),
  leadgenCallToAction: z.object({ destination: z.string().nullish(), label: z.string().nullish() }).nullish(),
});

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
export const creatives = defineEntity({
  name: 'creatives',
  summary: 'Creatives: what the ads of campaigns show',
  keywords: ['image', 'ads in review', 'rejected ads', 'text', 'which ads are running', 'ad copy', 'artwork'],
  record: Creative,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts/{account_id}/creatives', {
      summary: 'List the creatives of an ad account',
      params: inAccount.extend({
        q: finder('criteria'),
        ...tokenPaging,
        pageSize: z.int().min(1).max(100).default(100).describe('Number of records per page'),
      }),
      headers: { 'x-restli-method': 'FINDER' },
    }),
    get: linkedIn('GET /adAccounts/{account_id}/creatives/{id}', {
      summary: 'Get one creative',
      params: inAccount.extend({
        id: z
          .string()
          .describe('URN of the creative')
          .meta({ examples: ['urn:li:sponsoredCreative:119962155'] }),
      }),
    }),
  },
  search: { fields: allFields(Creative, { except: ['review', 'leadgenCallToAction'] }) },
  sync: { via: 'list', params: { q: 'criteria', pageSize: 100 }, each: accounts, bind: { account_id: 'id' } },
});
