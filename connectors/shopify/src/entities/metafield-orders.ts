import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { orderAt } from '../sample-orders.ts';
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
  sample: sampleMetafields(
    {
      resource: 'order',
      range: 3,
      ownerAt: (position) => orderAt(position).id,
      addedAt: (position) => orderAt(position).placedAt,
    },
    [
      [
        'packing',
        'gift_message',
        'single_line_text_field',
        'Happy birthday, and see you in May!',
        'Printed on the card in the parcel',
      ],
      ['packing', 'packed_by', 'single_line_text_field', 'Luz', 'Who packed the order'],
      ['accounting', 'exported', 'boolean', true, 'Whether the order is in the books'],
    ],
  ),
});
