import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { finder, inAccount, object, tokenPaging } from '../shared.ts';
import { changes, createsUrn, deletes } from '../writes.ts';
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

const byUrn = inAccount.extend({
  id: z
    .string()
    .describe('URN of the creative')
    .meta({ examples: ['urn:li:sponsoredCreative:119962155'] }),
});

const creativeFields = {
  intendedStatus: z
    .enum(['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION'])
    .optional()
    .describe('Whether it is to be shown; a new one is `ACTIVE`, `PAUSED` or `DRAFT`'),
  name: z.string().optional().describe('Name in Campaign Manager'),
  leadgenCallToAction: z
    .strictObject({
      destination: z.string().describe('URN of the lead form, such as `urn:li:adForm:7234246`'),
      label: z.string().describe('Text of the button, such as `APPLY` or `DOWNLOAD`'),
    })
    .optional()
    .describe('The lead form that the ad opens'),
};

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
      params: byUrn,
    }),
    create: linkedIn('POST /adAccounts/{account_id}/creatives', {
      summary: 'Create a creative from an existing post or from text; active ones are reviewed and then shown',
      effect: 'outward',
      params: inAccount.extend({
        campaign: z
          .string()
          .describe('URN of its campaign')
          .meta({ examples: ['urn:li:sponsoredCampaign:168037013'] }),
        content: object
          .optional()
          .describe('What it shows: `{"reference": "urn:li:share:…"}` for a post, or `textAd` with headline and text'),
        ...creativeFields,
      }),
      ...createsUrn,
    }),
    update: linkedIn('POST /adAccounts/{account_id}/creatives/{id}', {
      summary: 'Activate, pause, archive or rename a creative',
      effect: 'outward',
      params: byUrn.extend(creativeFields),
      ...changes,
    }),
    delete: linkedIn('DELETE /adAccounts/{account_id}/creatives/{id}', {
      summary: 'Delete a draft creative; others are removed with the status PENDING_DELETION',
      params: byUrn,
      ...deletes,
    }),
  },
  search: { title: 'name', fields: allFields(Creative, { except: ['review', 'leadgenCallToAction'] }) },
  sync: { via: 'list', params: { q: 'criteria', pageSize: 100 }, each: accounts, bind: { account_id: 'id' } },
});
