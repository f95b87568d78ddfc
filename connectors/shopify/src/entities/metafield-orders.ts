import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { orders } from './orders.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldOrders = defineEntity({
  name: 'metafield_orders',
  summary: 'Fields that the shop or an app has added to orders',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /orders/{order_id}/metafields.json', {
      summary: 'List the metafields of an order',
      params: z.object({ order_id: id('order'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
});
