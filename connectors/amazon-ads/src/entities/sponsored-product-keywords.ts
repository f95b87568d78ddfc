import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { Keyword, number } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { amount, archivesOne, changedState, idParam, state, writesOne } from '../sponsored-writes.ts';

const BiddableKeyword = Keyword.extend({ bid: number });

const written = { list: 'keywords', record: 'keyword', media: 'spKeyword.v3' } as const;

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductKeywords = defineEntity({
  name: 'sponsored_product_keywords',
  summary: 'Keywords that Sponsored Products campaigns bid on',
  keywords: ['amazon keywords', 'word', 'amazon ads campaigns', 'search word', 'blocked words', 'excluded words'],
  record: BiddableKeyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/keywords/list', {
      summary: 'List Sponsored Products keywords',
      media: written.media,
      recordsAt: written.list,
    }),
    create: amazon('POST /sp/keywords', {
      summary: 'Add a keyword to an ad group, which then bids on it',
      effect: 'outward',
      params: z.object({
        campaignId: idParam('campaign'),
        adGroupId: idParam('ad group'),
        keywordText: z.string().min(1).describe('What shoppers search for'),
        matchType: z.enum(['EXACT', 'PHRASE', 'BROAD']).describe('How closely searches must match'),
        state,
        bid: amount.optional().describe('Bid per click; by default, that of the ad group'),
      }),
      ...writesOne(written),
    }),
    update: amazon('PUT /sp/keywords', {
      summary: 'Enable or pause a keyword, or change its bid',
      effect: 'outward',
      params: z.object({
        keywordId: idParam('keyword'),
        state: changedState,
        bid: amount.optional().describe('New bid per click'),
      }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/keywords/delete', {
      summary: 'Archive a keyword; it cannot be enabled again',
      ...archivesOne(written, 'keywordId'),
    }),
  },
});
