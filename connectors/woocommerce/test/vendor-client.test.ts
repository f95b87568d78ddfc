import { createRequire } from 'node:module';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { orderId } from '../sandbox/orders.ts';
import { productId } from '../sandbox/shop.ts';
import { woocommerce } from '../src/index.ts';

// Its types say that the default export of this CommonJS package is where Node has it, and Vitest has it elsewhere.
const library: typeof import('@woocommerce/woocommerce-rest-api') = createRequire(import.meta.url)(
  '@woocommerce/woocommerce-rest-api',
);

const id = woocommerce.id;
let running: RunningSandbox;
let client: InstanceType<typeof library.default>;

beforeAll(async () => {
  running = await startSandbox({ connectors: [woocommerce], sandboxes: [simulation] });
  const { api_key: username = '', api_secret: password = '' } = running.sandbox.credentials(id);
  client = new library.default({
    url: running.sandbox.baseUrl(running.origin, id),
    version: 'wc/v3',
    consumerKey: username,
    consumerSecret: password,
    // Without TLS the client would sign each request in its query, alongside a second copy of every parameter.
    axiosConfig: { auth: { username, password }, params: {} },
  });
});

afterAll(() => running.stop());

type Row = Readonly<Record<string, unknown>>;

/** All rows of a list, page by page as the Link header leads. */
async function listed(path: string, params: Row = {}, page = 1): Promise<Row[]> {
  const { data, headers } = await client.get(path, { ...params, page, per_page: 10 });
  return headers.link?.includes('rel="next"') ? [...data, ...(await listed(path, params, page + 1))] : data;
}

const lists: readonly (readonly [entity: string, path: string, params: Row])[] = [
  ['customers', 'customers', { role: 'all' }],
  ['orders', 'orders', {}],
  ['products', 'products', {}],
  ['coupons', 'coupons', {}],
  ['product_categories', 'products/categories', {}],
  ['product_tags', 'products/tags', {}],
  ['product_reviews', 'products/reviews', { status: 'all' }],
  ['tax_rates', 'taxes', {}],
];
const unpaged: readonly (readonly [entity: string, path: string])[] = [
  ['product_attributes', 'products/attributes'],
  ['payment_gateways', 'payment_gateways'],
  ['shipping_methods', 'shipping_methods'],
  ['shipping_zones', 'shipping/zones'],
  ['tax_classes', 'taxes/classes'],
];
const below: readonly (readonly [entity: string, path: string, count: number])[] = [
  ['product_variations', `products/${productId(0)}/variations`, 5],
  ['order_notes', `orders/${orderId(0)}/notes`, 1],
  ['refunds', `orders/${orderId(0)}/refunds`, 1],
];

const single = [...lists, ...unpaged]
  .filter(([entity]) => entity !== 'tax_classes')
  .map(([entity, path]) => [entity, path] as const);

const inAnyOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row.id ?? row.slug)).sort();

describe("WooCommerce's own client", () => {
  it.each(lists)('lists %s', async (entity, path, params) => {
    expect(inAnyOrder(await listed(path, params))).toEqual(inAnyOrder(running.sandbox.records(id, entity)));
  });

  it.each(unpaged)('lists %s at once', async (entity, path) => {
    const { data } = await client.get(path);
    expect(inAnyOrder(data)).toEqual(inAnyOrder(running.sandbox.records(id, entity)));
  });

  it.each(below)('lists %s of one parent, and gets one', async (entity, path, count) => {
    const rows = await listed(path);
    const all = running.sandbox.records(id, entity);
    expect(rows).toHaveLength(count);
    expect(all).toEqual(expect.arrayContaining(rows));
    const { data } = await client.get(`${path}/${rows[0]?.id}`);
    expect(data).toEqual(rows[0]);
  });

  it.each(single)('gets one of %s', async (entity, path) => {
    const [record] = running.sandbox.records(id, entity);
    const { data } = await client.get(`${path}/${record?.id}`);
    expect(data).toEqual(record);
  });

  it('narrows lists as the shop does', async () => {
    const found = await listed('orders', { status: 'completed', after: '2026-10-15T00:00:00' });
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.every(({ status, date_created }) => status === 'completed' && String(date_created) > '2026-10-15'),
    ).toBe(true);
  });

  it('reads the code of a refusal', async () => {
    await expect(client.get('orders/1')).rejects.toMatchObject({
      response: { status: 404, data: { code: expect.any(String), message: expect.any(String) } },
    });
  });
});
