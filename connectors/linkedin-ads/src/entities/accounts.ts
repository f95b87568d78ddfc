import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { ChangeAuditStamps, finder, tokenPaging, Version } from '../shared.ts';

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
      params: z.object({ id: z.int().describe('Ad account ID') }),
    }),
  },
  search: { fields: allFields(Account, { except: ['changeAuditStamps'] }) },
  sync: { via: 'list', params: { q: 'search', pageSize: 500 } },
});
