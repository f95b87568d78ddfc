import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { InAdGroup } from '../records/sponsored.ts';
import { adGroupAt, sampleBid, sampleHistory, servingStatus, stateAt } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const AdGroup = InAdGroup.extend({ name: z.string().nullish(), defaultBid: z.number().nullish() });

/** Contract B5, sponsored_product_ad_groups; https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductAdGroups = defineEntity({
  name: 'sponsored_product_ad_groups',
  summary: 'Ad groups of Sponsored Products campaigns',
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: amazon(
      'POST /sp/adGroups/list',
      sponsoredList({ summary: 'List Sponsored Products ad groups', media: 'spAdGroup.v3', recordsAt: 'adGroups' }),
    ),
  },
  sample: (source) => {
    const { adGroupId, campaign } = adGroupAt(source.index);
    const state = stateAt(source.index);
    return {
      adGroupId,
      campaignId: campaign.campaignId,
      name: `${campaign.product.name} | ${campaign.targetingType === 'AUTO' ? 'All matches' : 'Top searches'}`,
      state,
      defaultBid: sampleBid(source),
      extendedData: sampleHistory(
        source,
        campaign.age - 1,
        servingStatus('AD_GROUP', 'AD_GROUP_STATUS_ENABLED', state, campaign.state),
      ),
    };
  },
});
