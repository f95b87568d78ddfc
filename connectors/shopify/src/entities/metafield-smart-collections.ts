import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { smartCollections } from './smart-collections.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldSmartCollections = defineEntity({
  name: 'metafield_smart_collections',
  summary: 'Fields that the shop or an app has added to smart collections',
  keywords: ['dynamic collection', 'automatic collection', 'automated collection', 'collections by rules'],
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /collections/{collection_id}/metafields.json', {
      summary: 'List the metafields of a smart collection',
      params: z.object({ collection_id: id('smart collection'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: smartCollections, bind: { collection_id: 'id' }, notFound: 'empty' },
});
