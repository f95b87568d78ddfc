import {
  type ConnectorEvents,
  type EventHint,
  hmacSignature,
  ownMember,
  type RawValue,
} from '@connectory/connector-sdk';
import { webhooks, webhookTopics } from './webhooks.ts';

// Each of them costs a request.
const maxRefunds = 25;

const simple = (entity: string, id: unknown, gone: boolean): EventHint => ({ entity, params: { id }, gone });

/** What a webhook is about, by the first part of its topic. */
const topics: Readonly<Record<string, (body: RawValue, gone: boolean) => readonly EventHint[]>> = {
  customer: ({ id }, gone) => [simple('customers', id, gone)],
  coupon: ({ id }, gone) => [simple('coupons', id, gone)],
  order: ({ id, refunds }, gone) => {
    const order = simple('orders', id, gone);
    if (gone || !Array.isArray(refunds)) return [order];
    const own = refunds.slice(0, maxRefunds);
    return [order, ...own.map((refund) => ({ entity: 'refunds', params: { order_id: id, id: refund.id } }))];
  },
  // Variations are products of their own here, with the product they belong to as parent.
  product: ({ id, type, parent_id: product }, gone) =>
    type === 'variation'
      ? [{ entity: 'product_variations', params: { product_id: product, id }, gone }]
      : [simple('products', id, gone)],
};

/** https://woocommerce.com/document/webhooks/ */
export const events: ConnectorEvents = {
  documentation: 'https://woocommerce.com/document/webhooks/',
  entities: ['customers', 'coupons', 'orders', 'refunds', 'products', 'product_variations'],
  secret: 'Secret of the webhook: make one, store it here and give it to WooCommerce',
  signature: hmacSignature({ header: 'x-wc-webhook-signature', encoding: 'base64' }),
  registration: {
    webhooks,
    url: 'delivery_url',
    topics: { at: 'topic', all: webhookTopics },
    permission: 'an API key with the permission “Read/Write” of a user who manages the shop',
  },
  id: { header: 'x-wc-webhook-delivery-id' },
  // What WooCommerce sends when a webhook is saved is not signed.
  handshake: ({ headers, body }) =>
    headers['x-wc-webhook-topic'] === undefined && /^\d+$/.test(String(body?.webhook_id))
      ? { contentType: 'text/plain', body: '' }
      : undefined,
  hints: ({ headers, body }) => {
    const [topic = '', verb] = (headers['x-wc-webhook-topic'] ?? '').split('.');
    const hinting = ownMember(topics, topic);
    return body === undefined ? [] : (hinting?.(body, verb === 'deleted') ?? []);
  },
};
