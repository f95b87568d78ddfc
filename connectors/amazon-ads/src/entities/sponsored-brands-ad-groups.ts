import { defineEntity } from '@connectory/connector-sdk';
import { InAdGroup, number, State, text } from '../records/sponsored.ts';
import { brandsCampaignAt, sampleBrandsLife } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const AdGroup = InAdGroup.extend({ name: text, state: State, bid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod */
export const sponsoredBrandsAdGroups = defineEntity({
  name: 'sponsored_brands_ad_groups',
  summary: 'Ad groups of Sponsored Brands campaigns',
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: sponsoredList('POST /sb/v4/adGroups/list', {
      summary: 'List Sponsored Brands ad groups',
      media: 'sbadgroupresource.v4',
      recordsAt: 'adGroups',
      mostResults: 100,
    }),
  },
  sample: (source) => {
    const campaign = brandsCampaignAt(source.index);
    return {
      adGroupId: String(276_590_418_337_862 + source.index * 2_287),
      campaignId: campaign.campaignId,
      name: `${campaign.name} | ${source.pick(['Brand keywords', 'Category keywords', 'Product targets'])}`,
      bid: undefined,
      ...sampleBrandsLife(source, 'AD_GROUP', campaign.age - 1, campaign.state),
    };
  },
});
