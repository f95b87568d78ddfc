import { amountSet, autumnCode, orderAt, shippingLine } from '../sample-orders.ts';
import { dollars, globalId, idAt, onlineStoreApp, series, shopOfSamples } from '../sample-shop.ts';
import { nothingOf } from '../shared.ts';
import { samplePostalAddress } from './address.ts';
import { sampleCustomer } from './customer.ts';
import { sampleFulfillment } from './fulfillment.ts';
import { sampleLineItem } from './line-item.ts';
import { Order } from './order.ts';
import { sampleRefund } from './refund.ts';

/** An amount of an order under its name: as text, and in both currencies. */
const amount = (name: string, cents: number) => ({ [name]: dollars(cents), [`${name}_set`]: amountSet(cents) });

const financialStatus = {
  new: 'paid',
  'awaiting payment': 'pending',
  shipped: 'paid',
  'partly refunded': 'partially_refunded',
  cancelled: 'refunded',
} as const;

const notes = [null, 'Please leave the parcel with the neighbors', null, null, 'It is a gift: no receipt in the box'];

/** The sample order at a position. */
export function sampleOrder(index: number) {
  const order = orderAt(index);
  const { id, number, name, customer, course, lines, subtotal, discount, shipping, total, refunded, isCancelled } =
    order;
  const { addresses, ...buyer } = sampleCustomer(customer);
  const address = samplePostalAddress(customer);
  const token = (id * 31).toString(16).padStart(32, '0c4e');
  const code = { code: autumnCode.code, amount: dollars(discount), type: 'percentage' };
  const kept = isCancelled ? 0 : subtotal - discount - refunded;
  return {
    ...nothingOf(Order),
    id,
    admin_graphql_api_id: globalId('Order', id),
    app_id: onlineStoreApp,
    browser_ip: `203.0.113.${20 + (index % 200)}`,
    buyer_accepts_marketing: customer % 3 === 0,
    cancel_reason: isCancelled ? 'customer' : null,
    cancelled_at: isCancelled ? order.refundedAt : null,
    cart_token: token.slice(0, 24),
    checkout_id: idAt(series.checkout, index + 40),
    checkout_token: token,
    client_details: {
      browser_ip: `203.0.113.${20 + (index % 200)}`,
      accept_language: 'en-US',
      user_agent: 'Mozilla/5.0',
    },
    closed_at: order.closedAt,
    confirmation_number: (id * 17).toString(36).toUpperCase().slice(-9),
    confirmed: true,
    contact_email: buyer.email,
    created_at: order.placedAt,
    currency: shopOfSamples.currency,
    ...amount('current_subtotal_price', kept),
    ...amount('current_total_discounts', isCancelled ? 0 : discount),
    ...amount('current_total_price', isCancelled ? 0 : total - refunded),
    ...amount('current_total_tax', 0),
    customer: buyer,
    customer_locale: 'en-US',
    discount_applications:
      discount === 0
        ? []
        : [
            {
              target_type: 'line_item',
              type: 'discount_code',
              value: autumnCode.percent.toFixed(1),
              value_type: 'percentage',
              allocation_method: 'across',
              target_selection: 'all',
              code: autumnCode.code,
            },
          ],
    discount_codes: discount === 0 ? [] : [code],
    email: buyer.email,
    estimated_taxes: false,
    financial_status: financialStatus[course],
    fulfillment_status: order.isShipped ? 'fulfilled' : null,
    fulfillments: order.isShipped ? [sampleFulfillment(order)] : [],
    landing_site: '/collections/all',
    line_items: lines.map((line) => sampleLineItem(line, order)),
    merchant_of_record_app_id: null,
    duties_included: false,
    total_cash_rounding_payment_adjustment_set: amountSet(0),
    total_cash_rounding_refund_adjustment_set: amountSet(0),
    name,
    note: notes[index % notes.length],
    note_attributes: [],
    number: number - 1000,
    order_number: number,
    order_status_url: `https://${shopOfSamples.domain}/${shopOfSamples.id}/orders/${token}/authenticate`,
    payment_gateway_names: [order.isPaid ? 'shopify_payments' : 'Bank Deposit'],
    phone: buyer.phone,
    presentment_currency: shopOfSamples.currency,
    processed_at: order.placedAt,
    referring_site: index % 2 === 0 ? 'https://www.google.com/' : '',
    refunds: refunded === 0 ? [] : [sampleRefund(order)],
    shipping_address: address,
    billing_address: address,
    shipping_lines: [{ id: idAt(series.shippingLine, index), ...shippingLine(shipping) }],
    source_name: order.isFromDraft ? 'shopify_draft_order' : 'web',
    ...amount('subtotal_price', subtotal - discount),
    tags: shipping === 0 ? 'free-shipping' : '',
    tax_exempt: false,
    tax_lines: [],
    taxes_included: false,
    test: false,
    token,
    ...amount('total_discounts', discount),
    ...amount('total_line_items_price', subtotal),
    total_outstanding: dollars(order.isPaid ? 0 : total),
    ...amount('total_price', total),
    total_shipping_price_set: amountSet(shipping),
    ...amount('total_tax', 0),
    total_tip_received: dollars(0),
    total_weight: lines.reduce((sum, { product, quantity }) => sum + product.grams * quantity, 0),
    updated_at: order.updatedAt,
  };
}
