import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byOffset, linkedIn, restLi2 } from '../adapter.ts';
import { accountUrn, finder, Money, offsetPaging } from '../shared.ts';
import { accounts } from './accounts.ts';

const Conversion = z.object({
  id: z.int().nullish(),
  name: z.string().nullish(),
  account: z.string().nullish(),
  type: z.string().nullish(),
  attributionType: z.string().nullish(),
  conversionMethod: z.string().nullish(),
  valueType: z.string().nullish(),
  enabled: z.boolean().nullish(),
  created: time('unix-milliseconds', z.int()).nullish(),
  lastModified: time('unix-milliseconds', z.int()).nullish(),
  postClickAttributionWindowSize: z.int().nullish(),
  viewThroughAttributionWindowSize: z.int().nullish(),
  campaigns: z.array(z.string()).nullish(),
  associatedCampaigns: z.array(z.unknown()).nullish(),
  imagePixelTag: z.string().nullish(),
  lastCallbackAt: z.int().nullish(),
  latestFirstPartyCallbackAt: z.int().nullish(),
  urlMatchRuleExpression: z.array(z.unknown()).nullish(),
  urlRules: z.array(z.unknown()).nullish(),
  value: Money.nullish(),
});

const account = accountUrn.describe('URN of the ad account');

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
export const conversions = defineEntity({
  name: 'conversions',
  summary: 'Conversion rules: what counts as a result of an ad',
  keywords: ['lead', 'lead form tracking', 'insight tag', 'goal tracking', 'attribution window'],
  record: Conversion,
  key: 'id',
  actions: {
    list: linkedIn('GET /conversions', {
      summary: 'List the conversion rules of an ad account',
      params: z.object({ q: finder('account'), account, ...offsetPaging }),
      ...byOffset,
      ...restLi2,
    }),
    get: linkedIn('GET /conversions/{id}', {
      summary: 'Get one conversion rule',
      params: z.object({ id: z.int().describe('Conversion rule ID'), account }),
      ...restLi2,
    }),
  },
  search: {
    fields: allFields(Conversion, {
      except: [
        'conversionMethod',
        'valueType',
        'lastCallbackAt',
        'latestFirstPartyCallbackAt',
        'urlMatchRuleExpression',
        'urlRules',
      ],
    }),
  },
  sync: {
    via: 'list',
    params: { q: 'account', count: 500 },
    each: accounts,
    bind: { account: 'urn:li:sponsoredAccount:{id}' },
  },
});
