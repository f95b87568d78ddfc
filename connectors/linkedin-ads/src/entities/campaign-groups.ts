import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn, restLi2 } from '../adapter.ts';
import { byId, ChangeAuditStamps, finder, inAccount, Money, RunSchedule, tokenPaging } from '../shared.ts';
import { belowAccount, changes, createsNumber, deletes, moneyParam, runScheduleParam } from '../writes.ts';
import { accounts } from './accounts.ts';

const CampaignGroup = z.object({
  id: z.int().nullish(),
  name: z.string().nullish(),
  account: z.string().nullish(),
  status: z.string().nullish(),
  test: z.boolean().nullish(),
  backfilled: z.boolean().nullish(),
  changeAuditStamps: ChangeAuditStamps.nullish(),
  totalBudget: Money.nullish(),
  runSchedule: RunSchedule.nullish(),
  servingStatuses: z.array(z.string()).nullish(),
  allowedCampaignTypes: z.array(z.string()).nullish(),
});

const groupFields = {
  status: z
    .enum(['ACTIVE', 'DRAFT', 'PAUSED', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION'])
    .optional()
    .describe('Whether its campaigns can run; a new group is `ACTIVE` or `DRAFT`'),
  totalBudget: moneyParam.optional().describe('Budget of all its campaigns together'),
};

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups */
export const campaignGroups = defineEntity({
  name: 'campaign_groups',
  summary: 'Groups of campaigns with a common budget and schedule',
  keywords: ['bundle', 'total budget of the group', 'umbrella campaigns'],
  record: CampaignGroup,
  key: 'id',
  actions: {
    list: linkedIn('GET /adAccounts/{account_id}/adCampaignGroups', {
      summary: 'List the campaign groups of an ad account',
      params: inAccount.extend({ q: finder('search'), ...tokenPaging }),
      ...restLi2,
    }),
    get: linkedIn('GET /adAccounts/{account_id}/adCampaignGroups/{id}', {
      summary: 'Get one campaign group',
      params: byId,
      ...restLi2,
    }),
    create: linkedIn('POST /adAccounts/{account_id}/adCampaignGroups', {
      summary: 'Create a campaign group; active groups let their campaigns spend money',
      effect: 'outward',
      params: inAccount.extend({
        name: z.string().describe('Name'),
        runSchedule: runScheduleParam.describe('When its campaigns may run'),
        ...groupFields,
      }),
      wire: belowAccount,
      ...createsNumber,
    }),
    update: linkedIn('POST /adAccounts/{account_id}/adCampaignGroups/{id}', {
      summary: 'Rename, pause, activate or archive a campaign group, or change its budget or schedule',
      effect: 'outward',
      params: byId.extend({
        name: z.string().optional().describe('New name'),
        runSchedule: runScheduleParam.optional().describe('New schedule'),
        ...groupFields,
      }),
      ...changes,
    }),
    delete: linkedIn('DELETE /adAccounts/{account_id}/adCampaignGroups/{id}', {
      summary: 'Delete a draft campaign group; others are removed with the status PENDING_DELETION',
      params: byId,
      ...deletes,
    }),
  },
  search: { title: 'name', fields: allFields(CampaignGroup, { except: ['changeAuditStamps'] }) },
  sync: { via: 'list', params: { q: 'search', pageSize: 500 }, each: accounts, bind: { account_id: 'id' } },
});
