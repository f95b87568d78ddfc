import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { id, isoTime, paged, text, whole, wholeList } from '../shared.ts';

const Collect = z.object({
  id: z.int(),
  collection_id: whole,
  product_id: whole,
  created_at: isoTime,
  updated_at: isoTime,
  position: whole,
  sort_value: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/collect */
export const collects = defineEntity({
  name: 'collects',
  summary: 'Which product is in which custom collection',
  keywords: ['articles are in the collection', 'items in the collection', 'which products belong to'],
  record: Collect,
  key: 'id',
  actions: {
    list: shopifyList('GET /collects.json', {
      summary: 'List which products are in which custom collections',
      params: z.object({
        ...paged,
        collection_id: z.int().optional().describe('Only the products of this collection'),
        product_id: z.int().optional().describe('Only the collections of this product'),
      }),
      recordsAt: 'collects',
    }),
    get: shopify('GET /collects/{collect_id}.json', {
      summary: 'Get one entry of a custom collection',
      params: z.object({ collect_id: id('entry') }),
      recordAt: 'collect',
    }),
  },
  search: { fields: allFields(Collect, { except: ['sort_value'] }) },
  sync: wholeList,
});
