import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Label, labelFields, labelName } from '../labelling.ts';
import { createOf, Mutated, operations } from '../mutations.ts';
import { searchFields, searchOf } from '../query-language.ts';
import { Owner } from '../shared.ts';
import { eachAccount } from './accounts.ts';

const CampaignLabel = z.object({
  campaign: Owner.nullish(),
  campaignLabel: z
    .object({ resourceName: z.string().nullish(), campaign: z.string().nullish(), label: z.string().nullish() })
    .nullish(),
  label: Label.nullish(),
});

const fields = { 'campaign.id': z.int(), 'campaign_label.resource_name': z.string(), ...labelFields };

/** https://developers.google.com/google-ads/api/fields/v26/campaign_label */
export const campaignLabels = defineEntity({
  name: 'campaign_labels',
  summary: 'Which labels are attached to which campaigns',
  keywords: ['tag', 'ads', 'campaigns marked', 'campaigns carry the label'],
  record: CampaignLabel,
  key: 'campaignLabel.resourceName',
  actions: {
    list: searchOf('campaign_label', 'List the labels attached to campaigns', [
      ...Object.keys(fields),
      'campaign_label.campaign',
      'campaign_label.label',
    ]),
    create: googleAds('POST /customers/{customer_id}/campaignLabels:mutate', {
      summary: 'Attach labels to campaigns',
      params: inAccount.extend({
        operations: operations(
          createOf(
            z.object({
              campaign: z
                .string()
                .describe('Resource name of the campaign, such as `customers/4820193057/campaigns/20481190376`'),
              label: labelName,
            }),
          ),
        ),
      }),
      result: Mutated,
    }),
  },
  search: { title: 'label.name', fields: [], derived: searchFields(CampaignLabel, fields) },
  sync: { via: 'list', ...eachAccount },
});
