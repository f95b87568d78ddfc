import { defineEntity } from '@connectory/connector-sdk';
import { InAdGroup, number, text } from '../records/sponsored.ts';
import { adGroupAt, sampleBid, sampleLife } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const AdGroup = InAdGroup.extend({ name: text, defaultBid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductAdGroups = defineEntity({
  name: 'sponsored_product_ad_groups',
  summary: 'Ad groups of Sponsored Products campaigns',
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: sponsoredList('POST /sp/adGroups/list', {
      summary: 'List Sponsored Products ad groups',
      media: 'spAdGroup.v3',
      recordsAt: 'adGroups',
    }),
  },
  sample: (source) => {
    const { adGroupId, campaign } = adGroupAt(source.index);
    return {
      adGroupId,
      campaignId: campaign.campaignId,
      name: `${campaign.product.name} | ${campaign.targetingType === 'AUTO' ? 'All matches' : 'Top searches'}`,
      defaultBid: sampleBid(source),
      ...sampleLife(source, 'AD_GROUP', campaign.age - 1, campaign.state),
    };
  },
});
