import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { draftOrders } from './draft-orders.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldDraftOrders = defineEntity({
  name: 'metafield_draft_orders',
  summary: 'Fields that the shop or an app has added to draft orders',
  keywords: ['quote', 'proforma', 'phone orders', 'manual orders', 'prepared orders', 'unconfirmed orders'],
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /draft_orders/{draft_order_id}/metafields.json', {
      summary: 'List the metafields of a draft order',
      params: z.object({ draft_order_id: id('draft order'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: draftOrders, bind: { draft_order_id: 'id' }, notFound: 'empty' },
});
