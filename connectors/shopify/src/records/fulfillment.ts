import { z } from 'zod';
import type { SampleOrder } from '../sample-orders.ts';
import { globalId, idAt, locationIdAt, series } from '../sample-shop.ts';
import { nothingOf, part, text, texts, whole } from '../shared.ts';
import { LineItem, sampleLineItem } from './line-item.ts';

/** A parcel, or another way in which items of an order reached the customer. */
export const Fulfillment = z.object({
  id: z.int(),
  order_id: whole,
  status: text,
  created_at: text,
  service: text,
  updated_at: text,
  tracking_company: text,
  shipment_status: text,
  location_id: whole,
  origin_address: part,
  line_items: z.array(LineItem).nullish(),
  tracking_number: text,
  tracking_numbers: texts,
  tracking_url: text,
  tracking_urls: texts,
  receipt: part,
  name: text,
  admin_graphql_api_id: text,
});

/** The parcel of a sample order that was shipped. */
export function sampleFulfillment(order: SampleOrder) {
  const id = idAt(series.fulfillment, order.index);
  const tracking = String(9_400_111_899_223_100_000n + BigInt(order.index) * 48_271n);
  const url = `https://tools.usps.com/go/TrackConfirmAction?tLabels=${tracking}`;
  return {
    ...nothingOf(Fulfillment),
    id,
    order_id: order.id,
    status: 'success',
    created_at: order.shippedAt,
    service: 'manual',
    updated_at: order.shippedAt,
    tracking_company: 'USPS',
    shipment_status: order.index > 6 ? 'delivered' : 'in_transit',
    location_id: locationIdAt(0),
    origin_address: {},
    line_items: order.lines.map((line) => sampleLineItem(line, order)),
    tracking_number: tracking,
    tracking_numbers: [tracking],
    tracking_url: url,
    tracking_urls: [url],
    receipt: {},
    name: `${order.name}.1`,
    admin_graphql_api_id: globalId('Fulfillment', id),
  };
}
