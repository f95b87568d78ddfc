import { defineEntity } from '@connectory/connector-sdk';
import { InAdGroup, number, State, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';

const AdGroup = InAdGroup.extend({ name: text, state: State, bid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod */
export const sponsoredBrandsAdGroups = defineEntity({
  name: 'sponsored_brands_ad_groups',
  summary: 'Ad groups of Sponsored Brands campaigns',
  keywords: ['amazon ad groups', 'sb ad groups'],
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: sponsoredList('POST /sb/v4/adGroups/list', {
      summary: 'List Sponsored Brands ad groups',
      media: 'sbadgroupresource.v4',
      recordsAt: 'adGroups',
      maxResults: 100,
    }),
  },
});
