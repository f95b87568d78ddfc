import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Mutated, masked, operations, updateOf } from '../mutations.ts';
import { searchOf } from '../query-language.ts';

const text = z.string().nullish();

const CampaignBudget = z.object({
  campaignBudget: z
    .object({
      resourceName: text,
      id: text,
      name: text,
      amountMicros: text.describe('Budget per day, in millionths of the currency of the account'),
      totalAmountMicros: text.describe('Budget of the whole campaign, in millionths of the currency of the account'),
      status: text,
      period: text.describe('Whether the budget is per day (`DAILY`) or for the whole campaign (`CUSTOM_PERIOD`)'),
      deliveryMethod: text.describe('Whether the budget is spent evenly (`STANDARD`) or as fast as possible'),
      explicitlyShared: z.boolean().nullish().describe('Whether several campaigns may use it'),
      referenceCount: text.describe('Number of campaigns that use it'),
    })
    .nullish(),
});

/** https://developers.google.com/google-ads/api/fields/v26/campaign_budget */
export const campaignBudgets = defineEntity({
  name: 'campaign_budgets',
  summary: 'Budgets of campaigns, some of which several campaigns share',
  keywords: ['daily budget', 'raise the budget', 'spend limit', 'shared budget'],
  beyondContract: true,
  record: CampaignBudget,
  key: 'campaignBudget.resourceName',
  actions: {
    list: searchOf('campaign_budget', 'List the budgets of an account', [
      'campaign_budget.resource_name',
      'campaign_budget.id',
      'campaign_budget.name',
      'campaign_budget.amount_micros',
      'campaign_budget.total_amount_micros',
      'campaign_budget.status',
      'campaign_budget.period',
      'campaign_budget.delivery_method',
      'campaign_budget.explicitly_shared',
      'campaign_budget.reference_count',
    ]),
    update: googleAds('POST /customers/{customer_id}/campaignBudgets:mutate', {
      summary: 'Change the amount or name of budgets; a higher budget spends more money at once',
      effect: 'outward',
      params: inAccount.extend({
        operations: operations(
          updateOf(
            z.object({
              resourceName: z
                .string()
                .describe('Resource name, such as `customers/4820193057/campaignBudgets/12803551946`'),
              amountMicros: z
                .string()
                .regex(/^\d+$/, 'must be digits')
                .optional()
                .describe('New budget per day, in millionths of the currency of the account'),
              name: z.string().optional().describe('New name, of a shared budget'),
            }),
          ),
        ),
      }),
      wire: masked,
      result: Mutated,
    }),
  },
});
