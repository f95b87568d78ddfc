import { simulate } from '@connectory/sandbox';
import { AbandonedCheckout, abandonedCheckouts } from '../src/entities/abandoned-checkouts.ts';
import { draftOrderComplete } from '../src/entities/draft-order-complete.ts';
import { draftOrderInvoices } from '../src/entities/draft-order-invoices.ts';
import { DraftOrder, draftOrders } from '../src/entities/draft-orders.ts';
import { fulfillmentCancellations } from '../src/entities/fulfillment-cancellations.ts';
import { FulfillmentOrder, fulfillmentOrders } from '../src/entities/fulfillment-orders.ts';
import { fulfillments } from '../src/entities/fulfillments.ts';
import { orderCancellations } from '../src/entities/order-cancellations.ts';
import { orderClosures } from '../src/entities/order-closures.ts';
import { orderRefunds } from '../src/entities/order-refunds.ts';
import { orderReopenings } from '../src/entities/order-reopenings.ts';
import { orders } from '../src/entities/orders.ts';
import { tenderTransactions } from '../src/entities/tender-transactions.ts';
import { transactions } from '../src/entities/transactions.ts';
import { idAt, indexOf, series, timeAgo } from '../src/sample-shop.ts';
import { sampleCustomer, samplePostalAddress } from './customers.ts';
import { isCheckoutAskedFor, isOrderAskedFor } from './filters.ts';
import {
  cartAt,
  draftedAt,
  orderAt,
  orderNear,
  sampleFulfillment,
  sampleLineItem,
  sampleOrder,
  sampleRefund,
  sampleTransaction,
  shippingLine,
  statusAt,
} from './order-samples.ts';
import { dollars, globalId, locationIdAt, locationLines, nothingOf, personAt, shopOfSamples } from './shop.ts';
import {
  amountsOf,
  writtenDraft,
  writtenFulfillment,
  writtenOrder,
  writtenRefund,
  writtenTracking,
} from './written-sales.ts';

export const simulatedOrders = [
  simulate(orders, {
    sample: ({ index }) => sampleOrder(index),
    actions: {
      list: { matches: isOrderAskedFor },
      create: { values: writtenOrder },
    },
  }),
  simulate(orderRefunds, {
    sample: ({ index }) => sampleRefund(orderNear(index, ({ refunded }) => refunded > 0)),
    actions: {
      create: { values: writtenRefund },
    },
  }),
  simulate(orderCancellations, {
    actions: {
      create: {
        values: ({ reason = 'other' }) => ({
          cancel_reason: reason,
          cancelled_at: timeAgo(0),
          closed_at: timeAgo(0),
          financial_status: 'voided',
        }),
      },
    },
  }),
  simulate(orderClosures, { actions: { create: { values: () => ({ closed_at: timeAgo(0) }) } } }),
  simulate(orderReopenings, { actions: { create: { values: () => ({ closed_at: null }) } } }),
  simulate(fulfillments, {
    sample: ({ index }) => sampleFulfillment(orderNear(index, ({ isShipped }) => isShipped)),
    actions: {
      create: { values: writtenFulfillment },
      update: { values: writtenTracking },
    },
  }),
  simulate(fulfillmentCancellations, {
    actions: { create: { fields: { fulfillment_id: 'id' }, values: () => ({ status: 'cancelled' }) } },
  }),
  simulate(fulfillmentOrders, {
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
  }),
  simulate(transactions, {
    sample: ({ index }) => sampleTransaction(orderAt(index), 'sale'),
  }),
  simulate(tenderTransactions, {
    sample: ({ index }) => {
      const order = orderNear(index, ({ isPaid }) => isPaid);
      return {
        id: idAt(series.tenderTransaction, order.index),
        order_id: order.id,
        amount: dollars(order.total),
        currency: shopOfSamples.currency,
        user_id: null,
        test: false,
        processed_at: order.placedAt,
        remote_reference: `pi_3Q${(order.id * 11).toString(36)}`,
        payment_method: ['credit_card', 'shopify_pay', 'credit_card', 'apple_pay'][order.index % 4],
        payment_details: { credit_card_number: '•••• •••• •••• 4242', credit_card_company: 'Visa' },
      };
    },
  }),
  simulate(abandonedCheckouts, {
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
    actions: {
      list: { matches: isCheckoutAskedFor },
    },
  }),
  simulate(draftOrders, {
    sample: ({ index }) => {
      const { customer, lines, subtotal, discount, shipping, total, id: order, placedAt } = orderAt(index);
      const { addresses, ...buyer } = sampleCustomer(customer);
      const draft = idAt(series.draftOrder, index);
      const status = statusAt(index);
      const address = samplePostalAddress(customer);
      const createdAt = draftedAt(index);
      const token = (draft * 29).toString(16).padStart(32, '7d1b');
      return {
        ...nothingOf(DraftOrder),
        id: draft,
        note: index % 4 === 0 ? 'Ordered by telephone' : null,
        email: buyer.email,
        taxes_included: false,
        currency: shopOfSamples.currency,
        invoice_sent_at: status === 'open' ? null : timeAgo(index * 1.37 + 1.1),
        created_at: createdAt,
        updated_at: status === 'completed' ? placedAt : createdAt,
        tax_exempt: false,
        completed_at: status === 'completed' ? placedAt : null,
        name: `#D${1_880 - index}`,
        status,
        line_items: lines.map((line) => sampleLineItem(line, { isShipped: false })),
        shipping_address: address,
        billing_address: address,
        invoice_url: `https://${shopOfSamples.domain}/${shopOfSamples.id}/invoices/${token}`,
        applied_discount:
          discount === 0
            ? null
            : {
                description: 'Autumn',
                value: '10.0',
                title: 'Autumn',
                amount: dollars(discount),
                value_type: 'percentage',
              },
        order_id: status === 'completed' ? order : null,
        shipping_line: { title: shippingLine(shipping).title, custom: false, handle: null, price: dollars(shipping) },
        tax_lines: [],
        tags: index % 4 === 0 ? 'telephone' : '',
        note_attributes: [],
        total_price: dollars(total),
        subtotal_price: dollars(subtotal - discount),
        total_tax: dollars(0),
        admin_graphql_api_id: globalId('DraftOrder', draft),
        customer: buyer,
        'allow_discount_codes_in_checkout?': false,
        'b2b?': false,
        created_on_api_version_handle: 'unstable',
      };
    },
    actions: {
      create: { values: writtenDraft },
      update: {
        values: ({ draft_order_id, line_items, ...members }) => ({
          ...members,
          ...(line_items !== undefined && amountsOf({ ...members, line_items })),
        }),
      },
    },
  }),
  simulate(draftOrderComplete, {
    actions: {
      update: {
        fields: { draft_order_id: 'id', payment_pending: null },
        values: ({ draft_order_id }) => ({
          status: 'completed',
          completed_at: timeAgo(0),
          order_id: idAt(series.order, 20_000 + (indexOf(series.draftOrder, draft_order_id) ?? 0)),
        }),
      },
    },
  }),
  simulate(draftOrderInvoices, {
    sample: (source) => ({
      to: source.customer().email,
      from: 'orders@birchwood.example',
      subject: 'Your invoice',
      bcc: [],
    }),
    actions: { create: { values: () => ({ status: 'invoice_sent', invoice_sent_at: timeAgo(0) }) } },
  }),
];
