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
import { belowAccount, changes, createsNumber, deletes, moneyParam, runScheduleParam } from '../writes.ts';
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

const campaignFields = {
  status: z
    .enum(['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'COMPLETED', 'CANCELED', 'PENDING_DELETION'])
    .optional()
    .describe('Whether it runs; a new campaign is `ACTIVE`, `PAUSED` or `DRAFT`'),
  dailyBudget: moneyParam.optional().describe('Budget per day'),
  totalBudget: moneyParam.optional().describe('Budget of the whole campaign'),
  unitCost: moneyParam.optional().describe('Bid per click, impression or other event, as `costType` says'),
  costType: z.enum(['CPM', 'CPC', 'CPV']).optional().describe('What is paid for: impressions, clicks or video views'),
  creativeSelection: z
    .enum(['ROUND_ROBIN', 'OPTIMIZED'])
    .optional()
    .describe('Whether ads rotate evenly or the best are shown more often'),
  optimizationTargetType: z.string().optional().describe('What bids aim at, such as `MAX_CLICK` or `MAX_LEAD`'),
  targetingCriteria: object
    .optional()
    .describe('Who sees the ads: `include` with lists of facets that must all match, and `exclude`'),
  audienceExpansionEnabled: z.boolean().optional().describe('Whether LinkedIn may also show ads to similar members'),
};

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
    create: linkedIn('POST /adAccounts/{account_id}/adCampaigns', {
      summary: 'Create a campaign; active campaigns spend money',
      effect: 'outward',
      params: inAccount.extend({
        name: z.string().describe('Name'),
        campaignGroup: z
          .string()
          .describe('URN of its campaign group')
          .meta({ examples: ['urn:li:sponsoredCampaignGroup:615492066'] }),
        type: z
          .enum(['TEXT_AD', 'SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'DYNAMIC'])
          .describe('Kind of ads, which cannot be changed'),
        objectiveType: z.string().optional().describe('Goal, such as `WEBSITE_VISIT` or `LEAD_GENERATION`'),
        format: z.string().optional().describe('Format of its ads, such as `SINGLE_VIDEO` or `CAROUSEL`'),
        locale: z
          .strictObject({
            country: z.string().describe('Country, such as US'),
            language: z.string().describe('Language, such as en'),
          })
          .describe('Language of the members who see the ads'),
        runSchedule: runScheduleParam.describe('When it runs'),
        politicalIntent: z.enum(['NOT_POLITICAL', 'POLITICAL']).describe('Whether its ads are political'),
        offsiteDeliveryEnabled: z.boolean().describe('Whether ads also appear on the LinkedIn Audience Network'),
        ...campaignFields,
      }),
      wire: belowAccount,
      ...createsNumber,
    }),
    update: linkedIn('POST /adAccounts/{account_id}/adCampaigns/{id}', {
      summary: 'Pause, activate, rename or archive a campaign, or change its budget, bid, schedule or targeting',
      effect: 'outward',
      params: byId.extend({
        name: z.string().optional().describe('New name'),
        runSchedule: runScheduleParam.optional().describe('New schedule'),
        offsiteDeliveryEnabled: z.boolean().optional().describe('Whether ads also appear on the Audience Network'),
        ...campaignFields,
      }),
      ...changes,
    }),
    delete: linkedIn('DELETE /adAccounts/{account_id}/adCampaigns/{id}', {
      summary: 'Delete a draft campaign; others are removed with the status PENDING_DELETION',
      params: byId,
      ...deletes,
    }),
  },
  search: {
    title: 'name',
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
