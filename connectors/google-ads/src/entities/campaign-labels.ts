import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { attachmentName, Label, labelFields, labelName, labelNamed, sampleLabel } from '../labelling.ts';
import { createOf, Mutated, operations } from '../mutations.ts';
import { searchFields, searchOf } from '../query-language.ts';
import { idOf } from '../samples.ts';
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

const attached = (campaign: string, label: { readonly resourceName: string }) => ({
  campaign: { resourceName: campaign, id: idOf(campaign) },
  campaignLabel: {
    resourceName: attachmentName('campaignLabels', campaign, label.resourceName),
    campaign,
    label: label.resourceName,
  },
  label,
});

/** https://developers.google.com/google-ads/api/fields/v25/campaign_label */
export const campaignLabels = defineEntity({
  name: 'campaign_labels',
  summary: 'Which labels are attached to which campaigns',
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
      simulate: {
        fields: { customer_id: null },
        values: ({ operations: [first] }) => attached(first?.create.campaign ?? '', labelNamed(first?.create.label)),
      },
    }),
  },
  search: { fields: [], derived: searchFields(CampaignLabel, fields) },
  sync: { via: 'list', ...eachAccount },
  sample: (source) => {
    const campaign = String(source.of('campaigns', 'campaign.resourceName'));
    return attached(campaign, sampleLabel(source, campaign));
  },
});
