import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { id, isoTime, part, parts, text, texts, whole } from '../shared.ts';
import { orders } from './orders.ts';

export const FulfillmentOrder = z.object({
  id: z.int(),
  shop_id: whole,
  order_id: whole,
  assigned_location_id: whole,
  request_status: text,
  status: text,
  supported_actions: texts,
  destination: part,
  line_items: parts,
  fulfill_at: text,
  fulfill_by: text,
  international_duties: part,
  fulfillment_holds: parts,
  delivery_method: part,
  assigned_location: part,
  merchant_requests: parts,
  created_at: isoTime,
  updated_at: isoTime,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillmentorder */
export const fulfillmentOrders = defineEntity({
  name: 'fulfillment_orders',
  summary: 'Items of an order to be shipped from one location',
  keywords: ['on its way', 'parcels', 'picking', 'left to ship', 'fulfilment order', 'still has to ship'],
  record: FulfillmentOrder,
  key: 'id',
  actions: {
    list: shopify('GET /orders/{order_id}/fulfillment_orders.json', {
      summary: 'List the fulfillment orders of an order',
      params: z.object({ order_id: id('order') }),
      recordsAt: 'fulfillment_orders',
    }),
    get: shopify('GET /fulfillment_orders/{fulfillment_order_id}.json', {
      summary: 'Get one fulfillment order',
      params: z.object({ fulfillment_order_id: id('fulfillment order') }),
      recordAt: 'fulfillment_order',
    }),
  },
  search: {
    fields: [
      'id',
      'order_id',
      'shop_id',
      'assigned_location_id',
      'status',
      'request_status',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list', each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
});
