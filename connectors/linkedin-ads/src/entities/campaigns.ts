import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn, restLi2 } from '../adapter.ts';
import {
  byId,
  ChangeAuditStamps,
  finder,
  foundInAccount,
  inAccount,
  listedInAccount,
  Money,
  object,
  RunSchedule,
  sampleAccount,
  sampleIds,
  sampleMoney,
  sampleStamps,
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

const offers = ['Autumn webinar', 'White paper', 'Free trial', 'Customer story', 'Annual conference', 'Open positions'];
const audiences = ['IT leaders', 'Finance teams', 'HR managers', 'Operations', 'Past visitors'];

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
export const campaigns = defineEntity({
  name: 'campaigns',
  summary: 'Campaigns of an ad account',
  record: Campaign,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts/{account_id}/adCampaigns', {
      summary: 'List the campaigns of an ad account',
      params: inAccount.extend({ q: finder('search'), ...tokenPaging }),
      ...restLi2,
      simulate: listedInAccount,
    }),
    get: linkedIn('GET /adAccounts/{account_id}/adCampaigns/{id}', {
      summary: 'Get one campaign',
      params: byId,
      ...restLi2,
      simulate: foundInAccount,
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
  sample: (source) => {
    // The first ones have figures.
    const status = source.index < 5 ? 'ACTIVE' : source.pick(['ACTIVE', 'PAUSED', 'COMPLETED']);
    return {
      id: sampleIds.campaign(source.index),
      name: `${source.pick(offers)} | ${source.pick(audiences)} | ${source.pick(['DACH', 'Nordics', 'UK', 'US'])}`,
      account: sampleAccount(source),
      campaignGroup: `urn:li:sponsoredCampaignGroup:${sampleIds.campaignGroup(source.index % 8)}`,
      status,
      type: 'SPONSORED_UPDATES',
      costType: source.pick(['CPM', 'CPC']),
      format: source.pick(['STANDARD_UPDATE', 'SINGLE_VIDEO', 'CAROUSEL']),
      objectiveType: source.pick(['WEBSITE_VISIT', 'LEAD_GENERATION', 'BRAND_AWARENESS']),
      optimizationTargetType: 'MAX_CLICK',
      creativeSelection: 'OPTIMIZED',
      pacingStrategy: 'LIFETIME',
      audienceExpansionEnabled: source.index % 2 === 0,
      offsiteDeliveryEnabled: false,
      storyDeliveryEnabled: false,
      test: false,
      associatedEntity: 'urn:li:organization:2414183',
      connectedTelevisionOnly: false,
      politicalIntent: 'NOT_DECLARED',
      changeAuditStamps: sampleStamps(source),
      dailyBudget: sampleMoney(source, 300, 600),
      totalBudget: sampleMoney(source, 9000, 30_000),
      unitCost: sampleMoney(source, 4, 20),
      runSchedule: { start: source.epoch(60) * 1000, end: source.epoch(-30) * 1000 },
      locale: { country: 'US', language: 'en' },
      targetingCriteria: {},
      offsitePreferences: {},
      servingStatuses: [status === 'ACTIVE' ? 'RUNNABLE' : 'STOPPED'],
      version: { versionTag: String(source.integer(1, 30)) },
    };
  },
});
