import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { Keyword } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { archivesOne, idParam, state, writesOne } from '../sponsored-writes.ts';

const written = { list: 'negativeKeywords', record: 'negativeKeyword', media: 'spNegativeKeyword.v3' } as const;

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductNegativeKeywords = defineEntity({
  name: 'sponsored_product_negative_keywords',
  summary: 'Keywords on which the ads of an ad group are not shown',
  keywords: ['word', 'blocked words', 'excluded words', 'search word', 'words we pay for', 'term', 'never'],
  record: Keyword,
  key: 'keywordId',
  actions: {
    list: sponsoredList('POST /sp/negativeKeywords/list', {
      summary: 'List Sponsored Products negative keywords',
      media: written.media,
      recordsAt: written.list,
    }),
    create: amazon('POST /sp/negativeKeywords', {
      summary: 'Add a negative keyword to an ad group, whose ads are then not shown for it',
      params: z.object({
        campaignId: idParam('campaign'),
        adGroupId: idParam('ad group'),
        keywordText: z.string().min(1).describe('What shoppers search for'),
        matchType: z.enum(['NEGATIVE_EXACT', 'NEGATIVE_PHRASE']).describe('How closely searches must match'),
        state: state.default('ENABLED').describe('Whether it applies'),
      }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/negativeKeywords/delete', {
      summary: 'Archive a negative keyword, so that ads can be shown for it again',
      ...archivesOne(written, 'keywordId'),
    }),
  },
});
