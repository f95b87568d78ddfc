import { z } from 'zod';
import { isoTime, part, text, texts, whole } from '../shared.ts';
import { LineItem } from './line-item.ts';

/** A parcel, or another way in which items of an order reached the customer. */
export const Fulfillment = z.object({
  id: z.int(),
  order_id: whole,
  status: text,
  created_at: isoTime,
  service: text,
  updated_at: isoTime,
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
