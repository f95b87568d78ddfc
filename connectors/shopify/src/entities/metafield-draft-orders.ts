import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { draftedAt } from '../sample-orders.ts';
import { idAt, series } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';
import { draftOrders } from './draft-orders.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldDraftOrders = defineEntity({
  name: 'metafield_draft_orders',
  summary: 'Fields that the shop or an app has added to draft orders',
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
  sample: sampleMetafields(
    { resource: 'draft_order', range: 4, ownerAt: (position) => idAt(series.draftOrder, position), addedAt: draftedAt },
    [
      ['sales', 'taken_by', 'single_line_text_field', 'Marisol', 'Who took the order'],
      ['sales', 'call_back', 'date', '2026-11-04', 'When the customer wants to hear from us'],
    ],
  ),
});
