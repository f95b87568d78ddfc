import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byOffset, linkedIn, restLi2 } from '../adapter.ts';
import { accountUrn, finder, Money, offsetPaging } from '../shared.ts';
import { changes, createsNumber, moneyParam, patchOf } from '../writes.ts';
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

const days = z.literal([1, 7, 30, 90]).optional();

const ruleFields = {
  attributionType: z
    .enum(['LAST_TOUCH_BY_CAMPAIGN', 'LAST_TOUCH_BY_CONVERSION'])
    .optional()
    .describe('Whether each campaign counts a result, or only the last one'),
  postClickAttributionWindowSize: days.describe('Days after a click in which a result counts'),
  viewThroughAttributionWindowSize: days.describe('Days after an impression in which a result counts'),
  enabled: z.boolean().optional().describe('Whether results are counted'),
  value: moneyParam.optional().describe('Value of one result'),
  urlMatchRuleExpression: z
    .array(
      z.array(
        z.strictObject({
          matchType: z.enum(['EXACT', 'STARTS_WITH', 'CONTAINS']).describe('How URLs are compared'),
          matchValue: z.string().describe('URL or a part of it'),
        }),
      ),
    )
    .optional()
    .describe('Pages whose visit is a result, for the Insight Tag: outer lists are alternatives, inner ones all match'),
};

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
    create: linkedIn('POST /conversions', {
      summary: 'Create a conversion rule, counted by the Insight Tag or by events that you send',
      params: z.object({
        account,
        name: z.string().describe('Name in reports'),
        type: z
          .string()
          .describe('Kind of result, such as `LEAD`, `SIGN_UP` or `PURCHASE`')
          .meta({ examples: ['LEAD'] }),
        conversionMethod: z
          .enum(['INSIGHT_TAG', 'CONVERSIONS_API'])
          .optional()
          .describe('How results are reported: by the tag of your pages, or as `conversion_events`'),
        autoAssociationType: z
          .enum(['ALL_CAMPAIGNS', 'OBJECTIVE_BASED', 'NONE'])
          .optional()
          .describe('Which campaigns the rule is attached to at once'),
        ...ruleFields,
      }),
      wire: ({ autoAssociationType, ...rule }) => ({ query: { autoAssociationType }, body: rule }),
      ...createsNumber,
    }),
    update: linkedIn('POST /conversions/{id}', {
      summary: 'Rename, enable or disable a conversion rule, or change what it counts',
      params: z.object({
        id: z.int().describe('Conversion rule ID'),
        account,
        name: z.string().optional().describe('New name'),
        ...ruleFields,
      }),
      ...changes,
      wire: ({ account: owner, ...fields }) => ({ query: { account: owner }, body: patchOf(fields) }),
    }),
  },
  search: {
    title: 'name',
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
