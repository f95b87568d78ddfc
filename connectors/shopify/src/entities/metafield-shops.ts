import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { shopOfSamples } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldShops = defineEntity({
  name: 'metafield_shops',
  summary: 'Fields that an app has added to the shop itself',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /metafields.json', {
      summary: 'List the metafields of the shop',
      params: z.object({ ...metafieldFilters, type: z.string().optional().describe('Only metafields of this type') }),
      recordsAt: 'metafields',
    }),
    get: shopify('GET /metafields/{metafield_id}.json', {
      summary: 'Get one metafield of the shop',
      params: z.object({ metafield_id: id('metafield') }),
      recordAt: 'metafield',
    }),
  },
  search: metafieldSearch,
  sync: wholeList,
  sample: sampleMetafields({ resource: 'shop', range: 0, ownerAt: () => shopOfSamples.id, count: 1 }, [
    [
      'contact',
      'opening_hours',
      'multi_line_text_field',
      'Monday to Saturday, nine to six',
      'Shown on the contact page',
    ],
    [
      'contact',
      'returns_address',
      'single_line_text_field',
      '418 West Farmer Avenue, Tempe, AZ 85281',
      'Printed on return labels',
    ],
    ['shipping', 'free_above', 'number_integer', 75, 'Orders above this sum are sent free of charge'],
    ['storefront', 'show_stock', 'boolean', true, 'Whether product pages say how much is left'],
  ]),
});
