import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { idAt, productTypes, series } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';
import { smartCollections } from './smart-collections.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldSmartCollections = defineEntity({
  name: 'metafield_smart_collections',
  summary: 'Fields that the shop or an app has added to smart collections',
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
  sample: sampleMetafields(
    {
      resource: 'collection',
      range: 7,
      ownerAt: (position) => idAt(series.smartCollection, position),
      count: productTypes.length,
    },
    [
      ['storefront', 'banner', 'single_line_text_field', 'Made to be used outdoors', 'Text above the products'],
      ['storefront', 'columns', 'number_integer', 3, 'Products side by side'],
    ],
  ),
});
