import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { orderAt } from '../sample-orders.ts';
import { idAt, locationIdAt, locationLines, personAt, series, shopOfSamples } from '../sample-shop.ts';
import { id, nothingOf, part, parts, text, texts, whole } from '../shared.ts';
import { orders } from './orders.ts';

const FulfillmentOrder = z.object({
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
  created_at: text,
  updated_at: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillmentorder */
export const fulfillmentOrders = defineEntity({
  name: 'fulfillment_orders',
  summary: 'Items of an order to be shipped from one location',
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
  sample: ({ index }) => {
    const order = orderAt(index);
    const fulfillmentOrder = idAt(series.fulfillmentOrder, index);
    const { isCancelled } = order;
    const [name, address1, city, zip, phone] = locationLines[0];
    const { first_name, last_name, email, phone: telephone, place } = personAt(order.customer);
    return {
      ...nothingOf(FulfillmentOrder),
      id: fulfillmentOrder,
      shop_id: shopOfSamples.id,
      order_id: order.id,
      assigned_location_id: locationIdAt(0),
      request_status: 'unsubmitted',
      status: isCancelled ? 'cancelled' : order.isShipped ? 'closed' : 'open',
      supported_actions: order.isShipped || isCancelled ? [] : ['create_fulfillment', 'move', 'hold'],
      destination: { id: fulfillmentOrder + 11, first_name, last_name, email, phone: telephone, ...place },
      line_items: order.lines.map((line, position) => ({
        id: idAt(series.fulfillmentOrderLine, index * 3 + position),
        shop_id: shopOfSamples.id,
        fulfillment_order_id: fulfillmentOrder,
        quantity: line.quantity,
        line_item_id: line.id,
        inventory_item_id: line.product.inventoryItemId,
        fulfillable_quantity: order.isShipped || isCancelled ? 0 : line.quantity,
        variant_id: line.product.variantId,
      })),
      fulfill_at: order.placedAt,
      fulfillment_holds: [],
      delivery_method: { id: fulfillmentOrder + 12, method_type: 'shipping', min_delivery_date_time: null },
      assigned_location: { location_id: locationIdAt(0), name, address1, city, zip, phone, country_code: 'US' },
      merchant_requests: [],
      created_at: order.placedAt,
      updated_at: order.isShipped ? order.shippedAt : order.updatedAt,
    };
  },
});
