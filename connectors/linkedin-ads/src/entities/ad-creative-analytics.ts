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
import { creatives } from './creatives.ts';

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/ads-reporting */
export const adCreativeAnalytics = defineEntity({
  name: 'ad_creative_analytics',
  summary: 'Figures of creatives by day or month: impressions, clicks, costs, engagement',
  keywords: ['picture', 'which picture works', 'best ad', 'image', 'spend', 'best performing ad', 'text'],
  record: Figures,
  key: figuresKey,
  actions: {
    list: linkedIn('GET /adAnalytics', {
      summary: 'Get the figures of creatives',
      params: z.object({
        ...reportParams('CREATIVE'),
        creatives: urnList('List(urn:li:sponsoredCreative:119962155)').describe(
          'URNs of creatives, such as `List(urn:li:sponsoredCreative:119962155)`',
        ),
      }),
      wire: (params) => reportQuery(params, 'creatives'),
      ...report,
    }),
  },
  search: figuresSearch,
  sync: {
    via: 'list',
    params: { ...reportSync, pivot: 'CREATIVE' },
    each: creatives,
    bind: { creatives: '{id}' },
    batch: reportBatch,
  },
});
