import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Fulfillment } from '../records/fulfillment.ts';
import { byTime, changesOnly, id, paged } from '../shared.ts';
import { orders } from './orders.ts';

const ofOrder = z.object({ order_id: id('order') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillment */
export const fulfillments = defineEntity({
  name: 'fulfillments',
  summary: 'Parcels and other shipments of orders, with their tracking numbers',
  keywords: ['on its way', 'picking', 'packages', 'dispatched', 'fulfilment', 'shipped yet', 'open shipments'],
  record: Fulfillment,
  key: 'id',
  actions: {
    list: shopifyList('GET /orders/{order_id}/fulfillments.json', {
      summary: 'List the fulfillments of an order',
      params: ofOrder.extend({ ...paged, ...byTime }),
      recordsAt: 'fulfillments',
    }),
    get: shopify('GET /orders/{order_id}/fulfillments/{fulfillment_id}.json', {
      summary: 'Get one fulfillment of an order',
      params: ofOrder.extend({ fulfillment_id: id('fulfillment') }),
      recordAt: 'fulfillment',
    }),
  },
  search: {
    fields: [
      'id',
      'order_id',
      'status',
      'shipment_status',
      'tracking_company',
      'tracking_number',
      'location_id',
      'created_at',
      'updated_at',
    ],
  },
  sync: { ...changesOnly, each: orders, bind: { order_id: 'id' }, notFound: 'empty' },
});
