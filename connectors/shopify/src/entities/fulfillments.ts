import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Fulfillment } from '../records/fulfillment.ts';
import { byTime, changesOnly, id, paged, settable, under } from '../shared.ts';
import { orders } from './orders.ts';

const ofOrder = z.object({ order_id: id('order') });

const tracking = {
  notify_customer: settable.flag('True sends the customer an email with the tracking number'),
  tracking_info: z
    .strictObject({
      number: settable.text('Tracking number'),
      company: settable.text('Name of the carrier, such as UPS'),
      url: settable.text('URL where the parcel is tracked; Shopify knows that of well-known carriers'),
    })
    .optional()
    .describe('How the parcel is tracked'),
};

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
    create: shopify('POST /fulfillments.json', {
      beyondContract: true,
      summary: 'Fulfill items of an order: mark them as shipped, with a tracking number',
      effect: 'outward',
      params: z.object({
        line_items_by_fulfillment_order: z
          .array(
            z.strictObject({
              fulfillment_order_id: id('fulfillment order'),
              fulfillment_order_line_items: z
                .array(
                  z.strictObject({
                    id: z.int().describe('Id of a line of the fulfillment order'),
                    quantity: z.int().min(1).describe('Number of units'),
                  }),
                )
                .optional()
                .describe('What is shipped; by default everything of the fulfillment order'),
            }),
          )
          .min(1)
          .describe('Fulfillment orders of one order and one location, with what of them is shipped'),
        ...tracking,
      }),
      wire: under('fulfillment'),
      recordAt: 'fulfillment',
    }),
    update: shopify('POST /fulfillments/{fulfillment_id}/update_tracking.json', {
      beyondContract: true,
      summary: 'Change how a shipped parcel is tracked',
      effect: 'outward',
      params: z.object({ fulfillment_id: id('fulfillment'), ...tracking }),
      wire: under('fulfillment'),
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
