import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn, restLi2 } from '../adapter.ts';
import {
  byId,
  ChangeAuditStamps,
  finder,
  inAccount,
  Money,
  object,
  RunSchedule,
  tokenPaging,
  Version,
} from '../shared.ts';
import { accounts } from './accounts.ts';

const Campaign = z.object({
  id: z.int().nullish(),
  name: z.string().nullish(),
  account: z.string().nullish(),
  campaignGroup: z.string().nullish(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  costType: z.string().nullish(),
  format: z.string().nullish(),
  objectiveType: z.string().nullish(),
  optimizationTargetType: z.string().nullish(),
  creativeSelection: z.string().nullish(),
  pacingStrategy: z.string().nullish(),
  audienceExpansionEnabled: z.boolean().nullish(),
  offsiteDeliveryEnabled: z.boolean().nullish(),
  storyDeliveryEnabled: z.boolean().nullish(),
  test: z.boolean().nullish(),
  associatedEntity: z.string().nullish(),
  connectedTelevisionOnly: z.boolean().nullish(),
  politicalIntent: z.string().nullish(),
  changeAuditStamps: ChangeAuditStamps.nullish(),
  dailyBudget: Money.nullish(),
  totalBudget: Money.nullish(),
  unitCost: Money.nullish(),
  runSchedule: RunSchedule.nullish(),
  locale: z.object({ country: z.string().nullish(), language: z.string().nullish() }).nullish(),
  targetingCriteria: object.nullish(),
  offsitePreferences: object.nullish(),
  servingStatuses: z.array(z.string()).nullish(),
  version: Version.nullish(),
});

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
export const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Campaigns of an ad account',
  keywords: ['newsletter'],
  record: Campaign,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts/{account_id}/adCampaigns', {
      summary: 'List the campaigns of an ad account',
      params: inAccount.extend({ q: finder('search'), ...tokenPaging }),
      ...restLi2,
    }),
    get: linkedIn('GET /adAccounts/{account_id}/adCampaigns/{id}', {
      summary: 'Get one campaign',
      params: byId,
      ...restLi2,
    }),
  },
  search: {
    fields: allFields(Campaign, {
      except: [
        'changeAuditStamps',
        'connectedTelevisionOnly',
        'politicalIntent',
        'targetingCriteria',
        'offsitePreferences',
      ],
    }),
  },
  sync: { via: 'list', params: { q: 'search', pageSize: 500 }, each: accounts, bind: { account_id: 'id' } },
});
