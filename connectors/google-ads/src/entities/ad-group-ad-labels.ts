import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { attachmentName, Label, labelFields, sampleLabel } from '../labelling.ts';
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

/** https://developers.google.com/google-ads/api/fields/v25/ad_group_ad_label */
export const adGroupAdLabels = defineEntity({
  name: 'ad_group_ad_labels',
  summary: 'Which labels are attached to which ads',
  record: AdGroupAdLabel,
  key: 'adGroupAdLabel.resourceName',
  actions: {
    list: searchOf('ad_group_ad_label', 'List the labels attached to ads', [
      ...Object.keys(fields),
      'ad_group_ad_label.ad_group_ad',
      'ad_group_ad_label.label',
    ]),
  },
  search: { fields: [], derived: searchFields(AdGroupAdLabel, fields) },
  sync: { via: 'list', ...eachAccount },
  sample: (source) => {
    const of = (field: string) => String(source.of('ad_group_ads', `adGroupAd.${field}`));
    const adGroupAd = of('resourceName');
    const label = sampleLabel(source, adGroupAd);
    return {
      adGroupAd: { resourceName: adGroupAd, ad: { resourceName: of('ad.resourceName'), id: of('ad.id') } },
      adGroupAdLabel: {
        resourceName: attachmentName('adGroupAdLabels', adGroupAd, label.resourceName),
        adGroupAd,
        label: label.resourceName,
      },
      label,
    };
  },
});
