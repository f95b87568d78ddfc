import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { ChangeAuditStamps, finder, tokenPaging, Version } from '../shared.ts';
import { changes, createsNumber, deletes } from '../writes.ts';

const Account = z.object({
  id: z.int().nullish(),
  name: z.string().nullish(),
  currency: z.string().nullish(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  reference: z.string().nullish(),
  test: z.boolean().nullish(),
  changeAuditStamps: ChangeAuditStamps.nullish(),
  notifiedOnCampaignOptimization: z.boolean().nullish(),
  notifiedOnCreativeApproval: z.boolean().nullish(),
  notifiedOnCreativeRejection: z.boolean().nullish(),
  notifiedOnEndOfCampaign: z.boolean().nullish(),
  notifiedOnNewFeaturesEnabled: z.boolean().nullish(),
  servingStatuses: z.array(z.string()).nullish(),
  version: Version.nullish(),
});

const byId = z.object({ id: z.int().describe('Ad account ID') });
const reference = z
  .string()
  .optional()
  .describe('URN of the company page that the account advertises for')
  .meta({ examples: ['urn:li:organization:2414183'] });

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-accounts */
export const accounts = defineEntity({
  name: 'accounts',
  summary: 'Ad accounts the member may see',
  keywords: ['account currency', 'billing currency of the account', 'advertising account', 'linkedin accounts'],
  record: Account,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts', {
      summary: 'List ad accounts',
      params: z.object({ q: finder('search'), ...tokenPaging }),
    }),
    get: linkedIn('GET /adAccounts/{id}', {
      summary: 'Get one ad account',
      params: byId,
    }),
    create: linkedIn('POST /adAccounts', {
      summary: 'Create an ad account of type BUSINESS; a bill needs a payment method added in Campaign Manager',
      params: z.object({
        name: z.string().describe('Name'),
        type: z.literal('BUSINESS').default('BUSINESS').describe('Type; LinkedIn creates only `BUSINESS` accounts'),
        currency: z.string().default('USD').describe('ISO 4217 code of the currency, which cannot be changed'),
        reference,
        test: z.boolean().optional().describe('True for a test account, whose ads are never shown'),
      }),
      ...createsNumber,
    }),
    update: linkedIn('POST /adAccounts/{id}', {
      summary: 'Change an ad account',
      params: byId.extend({
        name: z.string().optional().describe('New name'),
        status: z
          .enum(['ACTIVE', 'CANCELED', 'PENDING_DELETION'])
          .optional()
          .describe('New status; `CANCELED` stops all ads of the account'),
        reference,
        notifiedOnCampaignOptimization: z.boolean().optional().describe('Whether to email hints about campaigns'),
        notifiedOnCreativeApproval: z.boolean().optional().describe('Whether to email approvals of ads'),
        notifiedOnCreativeRejection: z.boolean().optional().describe('Whether to email rejections of ads'),
        notifiedOnEndOfCampaign: z.boolean().optional().describe('Whether to email the end of campaigns'),
      }),
      ...changes,
    }),
    delete: linkedIn('DELETE /adAccounts/{id}', {
      summary: 'Delete a draft ad account; others are removed with the status PENDING_DELETION',
      params: byId,
      ...deletes,
    }),
  },
  search: {
    title: 'name',
    link: 'https://www.linkedin.com/campaignmanager/accounts/{id}',
    fields: allFields(Account, { except: ['changeAuditStamps'] }),
  },
  sync: { via: 'list', params: { q: 'search', pageSize: 500 } },
});
