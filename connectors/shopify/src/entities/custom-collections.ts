import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Collection, collectionSearch } from '../records/collection.ts';
import { byChange, changesOnly, collectionFilters, id, paged } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/customcollection */
export const customCollections = defineEntity({
  name: 'custom_collections',
  summary: 'Collections whose products are chosen by hand',
  keywords: ['hand picked', 'curated', 'product groups', 'manual collection'],
  record: Collection,
  key: 'id',
  actions: {
    list: shopifyList('GET /custom_collections.json', {
      summary: 'List custom collections',
      params: z.object({ ...paged, ...collectionFilters, ...byChange }),
      recordsAt: 'custom_collections',
    }),
    get: shopify('GET /custom_collections/{collection_id}.json', {
      summary: 'Get one custom collection',
      params: z.object({ collection_id: id('collection') }),
      recordAt: 'custom_collection',
    }),
  },
  search: { fields: collectionSearch },
  sync: changesOnly,
});
