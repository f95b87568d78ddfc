import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { amazon } from '../adapter.ts';
import { InAdGroup, number, text } from '../records/sponsored.ts';
import { sponsoredList } from '../sponsored-list.ts';
import { amount, archivesOne, changedState, idParam, state, writesOne } from '../sponsored-writes.ts';

const AdGroup = InAdGroup.extend({ name: text, defaultBid: number });

const written = { list: 'adGroups', record: 'adGroup', media: 'spAdGroup.v3' } as const;

/** https://advertising.amazon.com/API/docs/en-us/sponsored-products/3-0/openapi/prod */
export const sponsoredProductAdGroups = defineEntity({
  name: 'sponsored_product_ad_groups',
  summary: 'Ad groups of Sponsored Products campaigns',
  keywords: ['default bid', 'amazon ad groups', 'skus in ads', 'sp ad groups', 'promoted products'],
  record: AdGroup,
  key: 'adGroupId',
  actions: {
    list: sponsoredList('POST /sp/adGroups/list', {
      summary: 'List Sponsored Products ad groups',
      media: written.media,
      recordsAt: written.list,
    }),
    create: amazon('POST /sp/adGroups', {
      summary: 'Create an ad group of a Sponsored Products campaign',
      effect: 'outward',
      params: z.object({
        campaignId: idParam('campaign'),
        name: z.string().min(1).max(255).describe('Name, unique in the campaign'),
        state,
        defaultBid: amount.describe('Bid per click for keywords and targets without their own'),
      }),
      ...writesOne(written),
    }),
    update: amazon('PUT /sp/adGroups', {
      summary: 'Enable, pause or rename an ad group, or change its default bid',
      effect: 'outward',
      params: z.object({
        adGroupId: idParam('ad group'),
        name: z.string().min(1).max(255).optional().describe('New name'),
        state: changedState,
        defaultBid: amount.optional().describe('New bid per click for keywords and targets without their own'),
      }),
      ...writesOne(written),
    }),
    delete: amazon('POST /sp/adGroups/delete', {
      summary: 'Archive an ad group with its keywords, targets and ads; it cannot be enabled again',
      ...archivesOne(written, 'adGroupId'),
    }),
  },
});
