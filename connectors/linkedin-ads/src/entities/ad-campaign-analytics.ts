import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { linkedIn } from '../adapter.ts';
import {
  Figures,
  figuresKey,
  figuresSearch,
  report,
  reportBatch,
  reportParams,
  reportQuery,
  reportSync,
  urnList,
} from '../analytics.ts';
import { campaigns } from './campaigns.ts';

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/ads-reporting */
export const adCampaignAnalytics = defineEntity({
  name: 'ad_campaign_analytics',
  summary: 'Figures of campaigns by day or month: impressions, clicks, costs, engagement',
  keywords: ['per day', 'spend per campaign', 'how much did we spend', 'daily', 'cpc', 'cpm', 'ctr'],
  record: Figures,
  key: figuresKey,
  actions: {
    list: linkedIn('GET /adAnalytics', {
      summary: 'Get the figures of campaigns',
      params: z.object({
        ...reportParams('CAMPAIGN'),
        campaigns: urnList('List(urn:li:sponsoredCampaign:168037013)').describe(
          'URNs of campaigns, such as `List(urn:li:sponsoredCampaign:168037013)`',
        ),
      }),
      wire: (params) => reportQuery(params, 'campaigns'),
      ...report,
    }),
  },
  search: figuresSearch,
  sync: {
    via: 'list',
    params: { ...reportSync, pivot: 'CAMPAIGN' },
    each: campaigns,
    bind: { campaigns: 'urn:li:sponsoredCampaign:{id}' },
    batch: reportBatch,
  },
});
