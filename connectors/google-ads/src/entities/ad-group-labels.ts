import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds, inAccount } from '../adapter.ts';
import { Label, labelFields, labelName } from '../labelling.ts';
import { createOf, Mutated, operations } from '../mutations.ts';
import { searchFields, searchOf } from '../query-language.ts';
import { Owner } from '../shared.ts';
import { eachAccount } from './accounts.ts';

const AdGroupLabel = z.object({
  adGroup: Owner.nullish(),
  adGroupLabel: z
    .object({ resourceName: z.string().nullish(), adGroup: z.string().nullish(), label: z.string().nullish() })
    .nullish(),
  label: Label.nullish(),
});

const fields = { 'ad_group.id': z.int(), 'ad_group_label.resource_name': z.string(), ...labelFields };

/** https://developers.google.com/google-ads/api/fields/v26/ad_group_label */
export const adGroupLabels = defineEntity({
  name: 'ad_group_labels',
  summary: 'Which labels are attached to which ad groups',
  keywords: ['tag', 'marking', 'ad groups carry the label'],
  record: AdGroupLabel,
  key: 'adGroupLabel.resourceName',
  actions: {
    list: searchOf('ad_group_label', 'List the labels attached to ad groups', [
      ...Object.keys(fields),
      'ad_group_label.ad_group',
      'ad_group_label.label',
    ]),
    create: googleAds('POST /customers/{customer_id}/adGroupLabels:mutate', {
      summary: 'Attach labels to ad groups',
      params: inAccount.extend({
        operations: operations(
          createOf(
            z.object({
              adGroup: z
                .string()
                .describe('Resource name of the ad group, such as `customers/4820193057/adGroups/150280341911`'),
              label: labelName,
            }),
          ),
        ),
      }),
      result: Mutated,
    }),
  },
  search: { title: 'label.name', fields: [], derived: searchFields(AdGroupLabel, fields) },
  sync: { via: 'list', ...eachAccount },
});
