import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Deleted, id, isoTime, paged, text, under, whole, wholeList } from '../shared.ts';

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
    create: shopify('POST /collects.json', {
      beyondContract: true,
      summary: 'Add a product to a custom collection',
      params: z.object({ collection_id: id('custom collection'), product_id: id('product') }),
      wire: under('collect'),
      recordAt: 'collect',
    }),
    delete: shopify('DELETE /collects/{collect_id}.json', {
      beyondContract: true,
      summary: 'Remove a product from a custom collection',
      params: z.object({ collect_id: id('entry') }),
      result: Deleted,
    }),
  },
  search: { fields: allFields(Collect, { except: ['sort_value'] }) },
  sync: wholeList,
});
