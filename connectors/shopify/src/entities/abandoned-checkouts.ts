import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { PostalAddress, samplePostalAddress } from '../records/address.ts';
import { Customer, sampleCustomer } from '../records/customer.ts';
import { LineItem, sampleLineItem } from '../records/line-item.ts';
import { cartAt, shippingLine } from '../sample-orders.ts';
import { dollars, globalId, idAt, series, shopOfSamples, timeAgo } from '../sample-shop.ts';
import { byTime, changesOnly, flag, money, nothingOf, paged, parts, text, whole } from '../shared.ts';
import { isCheckoutAskedFor } from '../simulated-filters.ts';

const AbandonedCheckout = z.object({
  id: z.int(),
  token: text,
  cart_token: text,
  email: text,
  gateway: text,
  buyer_accepts_marketing: flag,
  created_at: text,
  updated_at: text,
  landing_site: text,
  note: text,
  note_attributes: parts,
  referring_site: text,
  shipping_lines: parts,
  taxes_included: flag,
  total_weight: whole,
  currency: text,
  completed_at: text,
  closed_at: text,
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
      simulate: { matches: isCheckoutAskedFor },
    }),
  },
  search: {
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
  sample: ({ index }) => {
    const customer = (index * 3 + 1) % 25;
    const { addresses, ...buyer } = sampleCustomer(customer);
    const lines = cartAt(index + 3);
    const sum = lines.reduce((total, { cents }) => total + cents, 0);
    const shipping = sum >= 7_500 ? 0 : 695;
    const checkout = idAt(series.checkout, index);
    const token = (checkout * 37).toString(16).padStart(32, '5f2a');
    const createdAt = timeAgo(index * 0.83 + 0.2);
    const address = samplePostalAddress(customer);
    return {
      ...nothingOf(AbandonedCheckout),
      id: checkout,
      token,
      cart_token: token.slice(0, 24),
      email: buyer.email,
      phone: buyer.phone,
      buyer_accepts_marketing: customer % 3 === 0,
      buyer_accepts_sms_marketing: false,
      created_at: createdAt,
      updated_at: timeAgo(index * 0.83 + 0.1),
      closed_at: index % 6 === 5 ? timeAgo(index * 0.83 + 0.1) : null,
      landing_site: `/products/${lines[0]?.product.handle}`,
      note_attributes: [],
      referring_site: 'https://www.instagram.com/',
      shipping_lines: [shippingLine(shipping)],
      taxes_included: false,
      total_weight: lines.reduce((grams, { product, quantity }) => grams + product.grams * quantity, 0),
      currency: shopOfSamples.currency,
      presentment_currency: shopOfSamples.currency,
      customer_locale: 'en-US',
      line_items: lines.map((line) => sampleLineItem(line, { isShipped: false })),
      name: `#${checkout}`,
      abandoned_checkout_url: `https://${shopOfSamples.domain}/${shopOfSamples.id}/checkouts/${token}/recover`,
      discount_codes: [],
      tax_lines: [],
      source_name: 'web',
      total_discounts: dollars(0),
      total_line_items_price: dollars(sum),
      subtotal_price: dollars(sum),
      total_price: dollars(sum + shipping),
      total_tax: dollars(0),
      total_duties: null,
      billing_address: address,
      shipping_address: address,
      customer: buyer,
      admin_graphql_api_id: globalId('AbandonedCheckout', checkout),
    };
  },
});
