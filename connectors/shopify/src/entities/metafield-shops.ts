import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
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
});
