import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Collection, collectionSearch } from '../records/collection.ts';
import { byChange, changesOnly, collectionFilters, flag, id, paged, parts } from '../shared.ts';

export const SmartCollection = Collection.extend({ disjunctive: flag, rules: parts });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/smartcollection */
export const smartCollections = defineEntity({
  name: 'smart_collections',
  summary: 'Collections whose products are chosen by rules',
  keywords: ['dynamic collection', 'automatic collection', 'automated collection', 'rule based collection'],
  record: SmartCollection,
  key: 'id',
  actions: {
    list: shopifyList('GET /smart_collections.json', {
      summary: 'List smart collections',
      params: z.object({ ...paged, ...collectionFilters, ...byChange }),
      recordsAt: 'smart_collections',
    }),
    get: shopify('GET /smart_collections/{collection_id}.json', {
      summary: 'Get one smart collection',
      params: z.object({ collection_id: id('collection') }),
      recordAt: 'smart_collection',
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/collections/{id}',
    fields: collectionSearch,
  },
  sync: changesOnly,
});
