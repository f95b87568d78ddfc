import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import { byFinder, ChangeAuditStamps, finder, sampleIds, sampleStamps, tokenPaging, Version } from '../shared.ts';

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
  record: Account,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts', {
      summary: 'List ad accounts',
      params: z.object({ q: finder('search'), ...tokenPaging }),
      simulate: byFinder,
    }),
    get: linkedIn('GET /adAccounts/{id}', {
      summary: 'Get one ad account',
      params: z.object({ id: z.int().describe('Ad account ID') }),
    }),
  },
  search: { fields: allFields(Account, { except: ['changeAuditStamps'] }) },
  sync: { via: 'list', params: { q: 'search', pageSize: 500 } },
  sample: (source) => ({
    id: sampleIds.account(source.index),
    name: `${source.company()} Ads`,
    currency: 'USD',
    status: source.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'DRAFT']),
    type: 'BUSINESS',
    reference: `urn:li:organization:${2_414_183 + source.index}`,
    test: false,
    changeAuditStamps: sampleStamps(source),
    notifiedOnCampaignOptimization: true,
    notifiedOnCreativeApproval: true,
    notifiedOnCreativeRejection: true,
    notifiedOnEndOfCampaign: true,
    notifiedOnNewFeaturesEnabled: false,
    servingStatuses: ['RUNNABLE'],
    version: { versionTag: String(source.integer(1, 30)) },
  }),
});
