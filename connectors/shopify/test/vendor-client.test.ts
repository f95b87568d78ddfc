import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import Shopify from 'shopify-api-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { shopify } from '../src/index.ts';

interface Row {
  readonly id: number;
}

type Page = readonly Row[] & { readonly nextPageParameters?: object };

let vendor: RunningSandbox;
let shop: Shopify;

beforeAll(async () => {
  vendor = await startSandbox({ connectors: [shopify], sandboxes: [simulation] });
  const { protocol, hostname, port, pathname } = new URL(vendor.sandbox.baseUrl(vendor.origin, 'shopify'));
  shop = new Shopify({
    shopName: 'saguaro-supply',
    accessToken: String(vendor.sandbox.credentials('shopify', 'access_token').api_key),
    apiVersion: shopify.upstream.version.pinned,
    hooks: {
      beforeRequest: [
        ({ url }) => {
          url.pathname = `${pathname}${url.pathname}`;
        },
      ],
    },
  });
  Object.assign(shop, { baseUrl: { protocol, hostname, port } });
});

afterAll(() => vendor.stop());

const rowsOf = (entity: string) => vendor.sandbox.records('shopify', entity) as unknown as readonly Row[];
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort((one, other) => one - other);
const named = (entity: string, action: 'get' | 'list') =>
  Object.values(vendor.sandbox.example('shopify', entity, action)).map(Number) as [number, number];

describe('the well-known client of Shopify', () => {
  it.each([
    ['customers', (params) => shop.customer.list(params)],
    ['orders', (params) => shop.order.list(params)],
    ['products', (params) => shop.product.list(params)],
    ['abandoned_checkouts', (params) => shop.checkout.list(params)],
    ['locations', () => shop.location.list()],
    ['price_rules', (params) => shop.priceRule.list(params)],
    ['custom_collections', (params) => shop.customCollection.list(params)],
    ['smart_collections', (params) => shop.smartCollection.list(params)],
    ['collects', (params) => shop.collect.list(params)],
    ['draft_orders', (params) => shop.draftOrder.list(params)],
    ['tender_transactions', (params) => shop.tenderTransaction.list(params)],
    ['countries', (params) => shop.country.list(params)],
    ['metafield_shops', (params) => shop.metafield.list(params)],
    ['pages', (params) => shop.page.list(params)],
    ['blogs', (params) => shop.blog.list(params)],
    ['balance_transactions', (params) => shop.balance.transactions(params)],
    ['disputes', (params) => shop.dispute.list(params)],
  ] satisfies [string, (params: object) => Promise<Page>][])('lists all %s, page by page', async (entity, list) => {
    const rows: Row[] = [];
    for (let next: object | undefined = { limit: 10 }; next !== undefined; ) {
      const page: Page = await list(next);
      rows.push(...page);
      next = page.nextPageParameters;
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(ids(rows)).toEqual(ids(rowsOf(entity)));
  });

  it.each([
    ['product_variants', 'product_id', (product) => shop.productVariant.list(product)],
    ['product_images', 'product_id', (product) => shop.productImage.list(product)],
    ['discount_codes', 'price_rule_id', (rule) => shop.discountCode.list(rule)],
    ['fulfillments', 'order_id', (order) => shop.fulfillment.list(order)],
    ['order_refunds', 'order_id', (order) => shop.refund.list(order)],
    ['transactions', 'order_id', (order) => shop.transaction.list(order)],
    ['fulfillment_orders', 'order_id', (order) => shop.order.fulfillmentOrders(order)],
    ['customer_address', 'customer_id', (customer) => shop.customerAddress.list(customer)],
    ['articles', 'blog_id', (blog) => shop.article.list(blog)],
    ['inventory_items', 'id', (item) => shop.inventoryItem.list({ ids: String(item) })],
    ['inventory_levels', 'location_id', (location) => shop.location.inventoryLevels(location)],
  ] satisfies [string, string, (parent: number) => Promise<readonly object[]>][])(
    'lists %s of one %s',
    async (entity, parent, list) => {
      const [id] = named(entity, 'list');
      const all = vendor.sandbox.records('shopify', entity);
      expect(await list(id)).toEqual(all.filter((row) => row[parent] === id));
    },
  );

  it.each([
    ['customers', ([id]) => shop.customer.get(id)],
    ['orders', ([id]) => shop.order.get(id)],
    ['products', ([id]) => shop.product.get(id)],
    ['product_variants', ([id]) => shop.productVariant.get(id)],
    ['product_images', ([product, id]) => shop.productImage.get(product, id)],
    ['locations', ([id]) => shop.location.get(id)],
    ['inventory_items', ([id]) => shop.inventoryItem.get(id)],
    ['shop', () => shop.shop.get()],
    ['price_rules', ([id]) => shop.priceRule.get(id)],
    ['discount_codes', ([rule, id]) => shop.discountCode.get(rule, id)],
    ['custom_collections', ([id]) => shop.customCollection.get(id)],
    ['smart_collections', ([id]) => shop.smartCollection.get(id)],
    ['collects', ([id]) => shop.collect.get(id)],
    ['draft_orders', ([id]) => shop.draftOrder.get(id)],
    ['fulfillments', ([order, id]) => shop.fulfillment.get(order, id)],
    ['order_refunds', ([order, id]) => shop.refund.get(order, id)],
    ['transactions', ([order, id]) => shop.transaction.get(order, id)],
    ['countries', ([id]) => shop.country.get(id)],
    ['metafield_shops', ([id]) => shop.metafield.get(id)],
    ['customer_address', ([customer, id]) => shop.customerAddress.get(customer, id)],
    ['fulfillment_orders', ([id]) => shop.fulfillmentOrder.get(id)],
    ['pages', ([id]) => shop.page.get(id)],
    ['blogs', ([id]) => shop.blog.get(id)],
    ['articles', ([blog, id]) => shop.article.get(blog, id)],
    ['disputes', ([id]) => shop.dispute.get(id)],
  ] satisfies [string, (ids: [number, number]) => Promise<object>][])('gets one of %s', async (entity, get) => {
    expect(rowsOf(entity)).toContainEqual(await get(named(entity, 'get')));
  });

  it('sees that a record does not exist', async () => {
    await expect(shop.order.get(404)).rejects.toMatchObject({
      response: { statusCode: 404, body: { errors: expect.any(String) } },
    });
  });
});
