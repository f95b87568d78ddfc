import {
  type ConnectorEvents,
  type EventHint,
  hmacSignature,
  ownMember,
  type RawValue,
} from '@connectory/connector-sdk';
import { webhooks, webhookTopics } from './webhooks.ts';

// Each of them costs a request.
const maxVariants = 25;

type Hinting = (body: RawValue, gone: boolean) => readonly EventHint[];

const byId =
  (entity: string, param: string): Hinting =>
  ({ id }, gone) => [{ entity, params: { [param]: id }, key: { id }, gone }];

const ofOrder =
  (entity: string, param: string): Hinting =>
  ({ id, order_id }, gone) => [
    { entity, params: { order_id, [param]: id }, key: { id }, gone },
    { entity: 'orders', params: { order_id }, key: { id: order_id } },
  ];

function productHints(body: RawValue, gone: boolean): readonly EventHint[] {
  const { id, variants } = body;
  const product: EventHint = { entity: 'products', params: { product_id: id }, key: { id }, gone };
  if (gone || !Array.isArray(variants)) return [product];
  if (variants.length > maxVariants) return [product, { entity: 'product_variants' }];
  return [
    product,
    ...variants.map((variant) => ({
      entity: 'product_variants',
      params: { product_id: id, variant_id: variant.id },
      key: { id: variant.id },
    })),
  ];
}

/** What an event is about, by the first part of its topic. */
const topics: Readonly<Record<string, Hinting>> = {
  customers: byId('customers', 'customer_id'),
  orders: byId('orders', 'order_id'),
  draft_orders: byId('draft_orders', 'draft_order_id'),
  products: productHints,
  // The event does not contain the kind of the collection.
  collections: (body, gone) => [
    ...byId('custom_collections', 'collection_id')(body, gone),
    ...byId('smart_collections', 'collection_id')(body, gone),
  ],
  locations: byId('locations', 'location_id'),
  fulfillments: ofOrder('fulfillments', 'fulfillment_id'),
  refunds: ofOrder('order_refunds', 'refund_id'),
  disputes: byId('disputes', 'dispute_id'),
  checkouts: () => [{ entity: 'abandoned_checkouts' }],
  inventory_levels: () => [{ entity: 'inventory_levels' }],
  tender_transactions: () => [{ entity: 'tender_transactions' }],
  shop: () => [{ entity: 'shop', params: {} }],
};

export const simulated: Readonly<Record<string, string>> = {
  customers: 'customers',
  orders: 'orders',
  draft_orders: 'draft_orders',
  products: 'products',
  custom_collections: 'collections',
  smart_collections: 'collections',
  locations: 'locations',
  fulfillments: 'fulfillments',
  order_refunds: 'refunds',
  disputes: 'disputes',
  abandoned_checkouts: 'checkouts',
  inventory_levels: 'inventory_levels',
  tender_transactions: 'tender_transactions',
  shop: 'shop',
};

/** https://shopify.dev/docs/apps/build/webhooks */
export const events: ConnectorEvents = {
  documentation: 'https://shopify.dev/docs/api/webhooks',
  entities: [...Object.keys(simulated), 'product_variants'],
  secret:
    'Client secret of the app that registered the webhook, or the key that Shopify shows under Settings → Notifications → Webhooks',
  signature: hmacSignature({ header: 'x-shopify-hmac-sha256', encoding: 'base64' }),
  registration: {
    webhooks,
    url: 'address',
    topics: { at: 'topic', all: webhookTopics },
    permission: 'the scope to read what the topic is about',
  },
  id: { header: 'x-shopify-webhook-id' },
  hints: ({ headers, body }) => {
    const [topic = '', verb] = (headers['x-shopify-topic'] ?? '').split('/');
    const hinting = ownMember(topics, topic);
    return body === undefined ? [] : (hinting?.(body, verb === 'delete') ?? []);
  },
};
