import { defineEntity } from '@connectory/connector-sdk';
import { Keyword, number } from '../records/sponsored.ts';
import { sampleAdGroup, sampleBid, sampleInAdGroup } from '../sample-shop.ts';
import { sponsoredList } from '../sponsored-list.ts';

const BiddableKeyword = Keyword.extend({ bid: number });

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductKeywords = defineEntity({
  name: 'sponsored_product_keywords',
  summary: 'Keywords that Sponsored Products campaigns bid on',
  record: BiddableKeyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/keywords/list', {
      summary: 'List Sponsored Products keywords',
      media: 'spKeyword.v3',
      recordsAt: 'keywords',
    }),
  },
  sample: (source) => {
    const adGroup = sampleAdGroup(source, 'manual');
    return {
      keywordId: String(403_117_259_880_346 + source.index * 1_229),
      ...sampleInAdGroup(source, adGroup, 'TARGETING_CLAUSE'),
      keywordText: adGroup.campaign.product.searches[source.index % 3],
      matchType: source.pick(['EXACT', 'PHRASE', 'BROAD']),
      bid: source.index % 5 === 4 ? undefined : sampleBid(source),
    };
  },
});
