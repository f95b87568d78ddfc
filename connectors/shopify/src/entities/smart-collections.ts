import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Collection, collectionSearch, sampleCollection } from '../records/collection.ts';
import { globalId, idAt, productTypes, series } from '../sample-shop.ts';
import { byChange, changesOnly, collectionFilters, flag, id, nothingOf, paged, parts } from '../shared.ts';

const SmartCollection = Collection.extend({ disjunctive: flag, rules: parts });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/smartcollection */
export const smartCollections = defineEntity({
  name: 'smart_collections',
  summary: 'Collections whose products are chosen by rules',
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
  search: { fields: collectionSearch },
  sync: changesOnly,
  sample: ({ index }) => {
    const position = index % productTypes.length;
    const type = productTypes[position] ?? '';
    const id = idAt(series.smartCollection, position);
    return {
      ...nothingOf(SmartCollection),
      ...sampleCollection(type, position),
      id,
      disjunctive: false,
      rules: [{ column: 'type', relation: 'equals', condition: type }],
      admin_graphql_api_id: globalId('Collection', id),
    };
  },
});
