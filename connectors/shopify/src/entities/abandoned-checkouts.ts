import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { PostalAddress } from '../records/address.ts';
import { Customer } from '../records/customer.ts';
import { LineItem } from '../records/line-item.ts';
import { byTime, changesOnly, flag, isoTime, money, paged, parts, text, whole } from '../shared.ts';

export const AbandonedCheckout = z.object({
  id: z.int(),
  token: text,
  cart_token: text,
  email: text,
  gateway: text,
  buyer_accepts_marketing: flag,
  created_at: isoTime,
  updated_at: isoTime,
  landing_site: text,
  note: text,
  note_attributes: parts,
  referring_site: text,
  shipping_lines: parts,
  taxes_included: flag,
  total_weight: whole,
  currency: text,
  completed_at: isoTime,
  closed_at: isoTime,
  user_id: whole,
  location_id: whole,
  source_identifier: text,
  source_url: text,
  device_id: whole,
  phone: text,
  customer_locale: text,
  line_items: z.array(LineItem).nullish(),
  name: text,
  source: text,
  abandoned_checkout_url: text,
  discount_codes: parts,
  tax_lines: parts,
  source_name: text,
  presentment_currency: text,
  buyer_accepts_sms_marketing: flag,
  sms_marketing_phone: text,
  total_discounts: money,
  total_line_items_price: money,
  total_price: money,
  total_tax: money,
  subtotal_price: money,
  total_duties: money,
  billing_address: PostalAddress.nullish(),
  shipping_address: PostalAddress.nullish(),
  customer: Customer.nullish(),
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/abandoned-checkouts */
export const abandonedCheckouts = defineEntity({
  name: 'abandoned_checkouts',
  summary: 'Carts of people who left contact details but did not finish the purchase',
  keywords: ['basket', 'not buy', 'never bought', 'did not complete', 'did not check out', 'lost sales'],
  record: AbandonedCheckout,
  key: 'id',
  actions: {
    list: shopifyList('GET /checkouts.json', {
      summary: 'List abandoned checkouts',
      params: z.object({
        ...paged,
        ...byTime,
        status: z
          .enum(['open', 'closed', 'any'])
          .default('any')
          .describe('Only checkouts in this state; any for all of them'),
      }),
      recordsAt: 'checkouts',
    }),
  },
  search: {
    title: ['name', 'email'],
    link: 'https://{setting:shop}.myshopify.com/admin/checkouts/{id}',
    fields: [
      'id',
      'token',
      'email',
      'phone',
      'name',
      'currency',
      'total_price',
      'created_at',
      'updated_at',
      'completed_at',
    ],
  },
  sync: changesOnly,
});
