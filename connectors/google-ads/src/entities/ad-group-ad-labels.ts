import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { Label, labelFields } from '../labelling.ts';
import { searchFields, searchOf } from '../query-language.ts';
import { eachAccount } from './accounts.ts';

const AdGroupAdLabel = z.object({
  adGroupAd: z
    .object({
      resourceName: z.string().nullish(),
      ad: z.object({ resourceName: z.string().nullish(), id: z.string().nullish() }).nullish(),
    })
    .nullish(),
  adGroupAdLabel: z
    .object({ resourceName: z.string().nullish(), adGroupAd: z.string().nullish(), label: z.string().nullish() })
    .nullish(),
  label: Label.nullish(),
});

const fields = { 'ad_group_ad.ad.id': z.int(), 'ad_group_ad_label.resource_name': z.string(), ...labelFields };

/** https://developers.google.com/google-ads/api/fields/v26/ad_group_ad_label */
export const adGroupAdLabels = defineEntity({
  name: 'ad_group_ad_labels',
  summary: 'Which labels are attached to which ads',
  keywords: ['ad groups carry the label', 'tag'],
  record: AdGroupAdLabel,
  key: 'adGroupAdLabel.resourceName',
  actions: {
    list: searchOf('ad_group_ad_label', 'List the labels attached to ads', [
      ...Object.keys(fields),
      'ad_group_ad_label.ad_group_ad',
      'ad_group_ad_label.label',
    ]),
  },
  search: { title: 'label.name', fields: [], derived: searchFields(AdGroupAdLabel, fields) },
  sync: { via: 'list', ...eachAccount },
});
