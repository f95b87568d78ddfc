import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldParams, metafieldSearch, metafieldValue } from '../records/metafield.ts';
import { Deleted, id, under, wholeList } from '../shared.ts';
import { orders } from './orders.ts';

const ofOwner = z.object({ order_id: id('order') });

const byId = ofOwner.extend({ metafield_id: id('metafield') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldOrders = defineEntity({
  name: 'metafield_orders',
  summary: 'Fields that the shop or an app has added to orders',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /orders/{order_id}/metafields.json', {
      summary: 'List the metafields of an order',
      params: ofOwner.extend(metafieldFilters),
      recordsAt: 'metafields',
    }),
    create: shopify('POST /orders/{order_id}/metafields.json', {
      beyondContract: true,
      summary: 'Add a metafield to an order',
      params: ofOwner.extend(metafieldParams),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    update: shopify('PUT /orders/{order_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Change the value of a metafield of an order',
      params: byId.extend(metafieldValue),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    delete: shopify('DELETE /orders/{order_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Delete a metafield of an order',
      params: byId,
      result: Deleted,
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
});
