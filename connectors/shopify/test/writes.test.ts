import type { Entity, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { simulatedCalls } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { shopify } from '../src/index.ts';

/** The method, path, and query or body of a call. */
function sent(call: `${string} ${DirectActionName}`, params: object) {
  const [entity, name] = call.split(' ') as [string, DirectActionName];
  const { actions }: Entity = shopify.entities.find((one) => one.name === entity) as Entity;
  const action = actions[name];
  if (action === undefined) throw new TypeError(`there is no ${call}`);
  const { method, path, query, body } = action.request(action.params.parse(params));
  return [`${method} ${path}`, query ?? body?.value];
}

const isGone = { code: 'record_not_found' };

it('a customer who was created, changed and deleted is found, is changed, and is gone', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const address = { address1: '1 Main Street', city: 'Tempe', zip: '85281', country: 'US' };
  const params = { email: 'ida@example.com', first_name: 'Ida', addresses: [address] };
  expect(sent('customers create', params)).toEqual(['POST /customers.json', { customer: params }]);
  const created = await run('customers create', params);
  expect(created).toMatchObject({ email: 'ida@example.com', orders_count: 0, default_address: address });
  const { id: customer_id } = created;
  const change = { customer_id, tags: 'vip', note: 'Called twice' };
  expect(sent('customers update', change)).toEqual([
    `PUT /customers/${customer_id}.json`,
    { customer: { tags: 'vip', note: 'Called twice' } },
  ]);
  await run('customers update', change);
  expect(await run('customers get', { customer_id })).toMatchObject({ first_name: 'Ida', tags: 'vip' });
  expect(await run('customers list')).toContainEqual(expect.objectContaining({ id: customer_id, tags: 'vip' }));
  expect(await run('customers delete', { customer_id })).toEqual({});
  await expect(run('customers get', { customer_id })).rejects.toMatchObject(isGone);
});

it('an order that was created has what was bought, and its note and tags can be changed', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const [{ variants }] = await run('products list');
  const [{ id: variant_id, price }] = variants;
  const params = {
    email: 'ida@example.com',
    line_items: [
      { variant_id, quantity: 2 },
      { title: 'Engraving', price: '5.00', quantity: 1 },
    ],
    shipping_lines: [{ title: 'Courier', price: '9.50' }],
  };
  expect(sent('orders create', params)).toEqual(['POST /orders.json', { order: params }]);
  const created = await run('orders create', params);
  expect(created).toMatchObject({
    financial_status: 'paid',
    fulfillment_status: null,
    total_price: (2 * Number(price) + 14.5).toFixed(2),
    line_items: [{ variant_id, quantity: 2 }, { title: 'Engraving' }],
  });
  const { id: order_id } = created;
  await run('orders update', { order_id, note: 'Gift', tags: 'gift', shipping_address: { city: 'Mesa' } });
  expect(await run('orders get', { order_id })).toMatchObject({
    note: 'Gift',
    tags: 'gift',
    shipping_address: { city: 'Mesa' },
  });
  expect(await run('orders delete', { order_id })).toEqual({});
  await expect(run('orders get', { order_id })).rejects.toMatchObject(isGone);
});

type Run = Awaited<ReturnType<typeof simulatedCalls>>;

const paidOrder = async (run: Run): Promise<RawValue> => (await run('orders list', { financial_status: 'paid' }))[0];

it('a refund pays back a sale of the order, and is in the list of its refunds', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const { id: order_id, line_items } = await paidOrder(run);
  const [{ id: parent_id, amount, gateway }] = await run('transactions list', { order_id });
  const refund_line_items = [{ line_item_id: line_items[0].id, quantity: 1, restock_type: 'return' }];
  const shipping = { full_refund: true };
  expect(sent('order_refund_calculations create', { order_id, refund_line_items, shipping })).toEqual([
    `POST /orders/${order_id}/refunds/calculate.json`,
    { refund: { refund_line_items, shipping } },
  ]);
  const params = { note: 'Damaged', notify: true, refund_line_items, transactions: [{ parent_id, amount, gateway }] };
  expect(sent('order_refunds create', { order_id, ...params })).toEqual([
    `POST /orders/${order_id}/refunds.json`,
    { refund: { ...params, transactions: [{ parent_id, amount, kind: 'refund', gateway }] } },
  ]);
  const refund = await run('order_refunds create', { order_id, ...params });
  expect(refund).toMatchObject({
    order_id,
    note: 'Damaged',
    restock: true,
    transactions: [{ kind: 'refund', amount }],
  });
  expect(await run('order_refunds list', { order_id })).toEqual([refund]);
  expect(await run('order_refunds get', { order_id, refund_id: refund.id })).toEqual(refund);
});

it('an order is cancelled, closed and opened again', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const { id: order_id } = await paidOrder(run);
  const cancellation = { order_id, reason: 'inventory', email: true };
  expect(sent('order_cancellations create', cancellation)).toEqual([
    `POST /orders/${order_id}/cancel.json`,
    { reason: 'inventory', email: true },
  ]);
  await run('order_cancellations create', cancellation);
  expect(await run('orders get', { order_id })).toMatchObject({ cancel_reason: 'inventory' });
  expect(await run('orders list', { status: 'cancelled' })).toContainEqual(expect.objectContaining({ id: order_id }));
  expect(await run('order_reopenings create', { order_id })).toMatchObject({ id: order_id, closed_at: null });
  await run('order_closures create', { order_id });
  expect(await run('orders get', { order_id })).toMatchObject({ closed_at: expect.any(String) });
});

it('an order is fulfilled with a tracking number, which can be changed', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const { id: order_id } = await paidOrder(run);
  const [{ id: fulfillment_order_id }] = await run('fulfillment_orders list', { order_id });
  const params = {
    line_items_by_fulfillment_order: [{ fulfillment_order_id }],
    notify_customer: true,
    tracking_info: { number: '1Z999', company: 'UPS' },
  };
  expect(sent('fulfillments create', params)).toEqual(['POST /fulfillments.json', { fulfillment: params }]);
  const { id: fulfillment_id } = await run('fulfillments create', params);
  expect(await run('fulfillments list', { order_id })).toMatchObject([
    { id: fulfillment_id, tracking_number: '1Z999' },
  ]);
  const change = { fulfillment_id, tracking_info: { number: '1Z998' } };
  expect(sent('fulfillments update', change)).toEqual([
    `POST /fulfillments/${fulfillment_id}/update_tracking.json`,
    { fulfillment: { tracking_info: { number: '1Z998' } } },
  ]);
  await run('fulfillments update', change);
  await run('fulfillment_cancellations create', { fulfillment_id });
  expect(await run('fulfillments get', { order_id, fulfillment_id })).toMatchObject({
    status: 'cancelled',
    tracking_numbers: ['1Z998'],
  });
});

it('a draft order is created, changed, sent and completed', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const [{ id }] = await run('customers list');
  const customer = { id };
  const line_items = [{ title: 'Guided walk', price: '80.00', quantity: 3 }];
  const params = { line_items, customer, tags: 'quote' };
  expect(sent('draft_orders create', params)).toEqual(['POST /draft_orders.json', { draft_order: params }]);
  const { id: draft_order_id } = await run('draft_orders create', params);
  await run('draft_orders update', { draft_order_id, line_items: [{ ...line_items[0], quantity: 2 }] });
  expect(await run('draft_orders get', { draft_order_id })).toMatchObject({
    status: 'open',
    total_price: '160.00',
    tags: 'quote',
    order_id: null,
  });
  const invoice = { to: 'ida@example.com', custom_message: 'As agreed' };
  expect(sent('draft_order_invoices create', { draft_order_id, ...invoice })).toEqual([
    `POST /draft_orders/${draft_order_id}/send_invoice.json`,
    { draft_order_invoice: invoice },
  ]);
  await run('draft_order_invoices create', { draft_order_id, ...invoice });
  expect(await run('draft_orders get', { draft_order_id })).toMatchObject({ status: 'invoice_sent' });
  const completion = { draft_order_id, payment_pending: true };
  expect(sent('draft_order_complete update', completion)).toEqual([
    `PUT /draft_orders/${draft_order_id}/complete.json`,
    { payment_pending: true },
  ]);
  await run('draft_order_complete update', completion);
  const drafts = await run('draft_orders list');
  expect(drafts[0]).toMatchObject({ id: draft_order_id, status: 'completed', order_id: expect.any(Number) });
  expect(await run('draft_orders delete', { draft_order_id })).toEqual({});
  await expect(run('draft_orders get', { draft_order_id })).rejects.toMatchObject(isGone);
});

it('a product is created with variants, one is added and changed, and the product is withdrawn', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const variants = [{ option1: 'Small', price: '12.00', sku: 'CUP-S' }];
  const params = { title: 'Camp cup', status: 'draft', options: [{ name: 'Size' }], variants };
  expect(sent('products create', params)).toEqual(['POST /products.json', { product: params }]);
  const product = await run('products create', params);
  const { id: product_id } = product;
  expect(product).toMatchObject({ title: 'Camp cup', status: 'draft', handle: 'camp-cup', variants });
  const large = { option1: 'Large', price: '15.00' };
  expect(sent('product_variants create', { product_id, ...large })).toEqual([
    `POST /products/${product_id}/variants.json`,
    { variant: large },
  ]);
  const { id: variant_id } = await run('product_variants create', { product_id, ...large });
  await run('product_variants update', { variant_id, price: '14.00' });
  expect(await run('product_variants list', { product_id })).toMatchObject([
    { id: variant_id, product_id, title: 'Large', price: '14.00' },
  ]);
  expect(await run('product_variants delete', { product_id, variant_id })).toEqual({});
  await expect(run('product_variants get', { variant_id })).rejects.toMatchObject(isGone);
  await run('products update', { product_id, status: 'archived', tags: 'old' });
  expect(await run('products get', { product_id })).toMatchObject({ status: 'archived', tags: 'old' });
  expect(await run('products delete', { product_id })).toEqual({});
  expect(await run('products list', { limit: 250 })).not.toContainEqual(expect.objectContaining({ id: product_id }));
});

it('the stock of an item at a location is set and adjusted', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const [{ id: location_id }] = await run('locations list');
  const [{ inventory_item_id, available }] = await run('inventory_levels list', { location_id });
  const item = { inventory_item_id, location_id };
  expect(sent('inventory_adjust create', { ...item, available_adjustment: -3 })).toEqual([
    'POST /inventory_levels/adjust.json',
    { ...item, available_adjustment: -3 },
  ]);
  expect(await run('inventory_adjust create', { ...item, available_adjustment: 5 })).toMatchObject({
    ...item,
    available: available + 5,
  });
  expect(sent('inventory_set create', { ...item, available: 40 })).toEqual([
    'POST /inventory_levels/set.json',
    { ...item, available: 40 },
  ]);
  await run('inventory_set create', { ...item, available: 40 });
  expect(await run('inventory_levels list', { location_id })).toContainEqual(
    expect.objectContaining({ ...item, available: 40 }),
  );
});

it('a discount has a rule and a code, and ends when they are deleted', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const rule = {
    title: 'WINTER15',
    value_type: 'percentage',
    value: '-15.0',
    target_type: 'line_item',
    target_selection: 'all',
    allocation_method: 'across',
    customer_selection: 'all',
    starts_at: '2026-11-01T00:00:00Z',
  };
  expect(sent('price_rules create', rule)).toEqual(['POST /price_rules.json', { price_rule: rule }]);
  const { id: price_rule_id } = await run('price_rules create', rule);
  await run('price_rules update', { price_rule_id, ends_at: '2026-12-01T00:00:00Z' });
  expect(await run('price_rules get', { price_rule_id })).toMatchObject({ ...rule, ends_at: '2026-12-01T00:00:00Z' });
  expect(sent('discount_codes create', { price_rule_id, code: 'WINTER15' })).toEqual([
    `POST /price_rules/${price_rule_id}/discount_codes.json`,
    { discount_code: { code: 'WINTER15' } },
  ]);
  const { id: discount_code_id } = await run('discount_codes create', { price_rule_id, code: 'WINTER15' });
  await run('discount_codes update', { price_rule_id, discount_code_id, code: 'WINTER' });
  expect(await run('discount_codes list', { price_rule_id })).toMatchObject([
    { id: discount_code_id, price_rule_id, code: 'WINTER', usage_count: 0 },
  ]);
  await run('discount_codes delete', { price_rule_id, discount_code_id });
  expect(await run('discount_codes list', { price_rule_id })).toEqual([]);
  await run('price_rules delete', { price_rule_id });
  await expect(run('price_rules get', { price_rule_id })).rejects.toMatchObject(isGone);
});

it('a collection gets and loses a product, and is deleted', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const collection = { title: 'Under the stars', published: false };
  expect(sent('custom_collections create', collection)).toEqual([
    'POST /custom_collections.json',
    { custom_collection: collection },
  ]);
  const { id: collection_id } = await run('custom_collections create', collection);
  const [{ id: product_id }] = await run('products list');
  const { id: collect_id } = await run('collects create', { collection_id, product_id });
  expect(await run('collects list', { collection_id })).toMatchObject([{ id: collect_id, product_id }]);
  await run('collects delete', { collect_id });
  expect(await run('collects list', { collection_id })).toEqual([]);
  await run('custom_collections update', { collection_id, published: true });
  expect(await run('custom_collections list')).toContainEqual(
    expect.objectContaining({ id: collection_id, handle: 'under-the-stars', published_at: expect.any(String) }),
  );
  await run('custom_collections delete', { collection_id });
  await expect(run('custom_collections get', { collection_id })).rejects.toMatchObject(isGone);
});

it('pages, blogs and articles are published, changed and deleted', async () => {
  const run = await simulatedCalls(shopify, { sandbox });
  const page = { title: 'Size chart', body_html: '<p>Small to large</p>', published: false };
  expect(sent('pages create', page)).toEqual(['POST /pages.json', { page }]);
  const { id: page_id } = await run('pages create', page);
  expect(await run('pages list', { published_status: 'unpublished' })).toContainEqual(
    expect.objectContaining({ id: page_id, title: 'Size chart' }),
  );
  await run('pages update', { page_id, published: true });
  expect(await run('pages get', { page_id })).toMatchObject({ published_at: expect.any(String) });
  const { id: blog_id } = await run('blogs create', { title: 'Workshop' });
  const article = { title: 'How we sew', tags: 'makers' };
  expect(sent('articles create', { blog_id, ...article })).toEqual([
    `POST /blogs/${blog_id}/articles.json`,
    { article },
  ]);
  const { id: article_id } = await run('articles create', { blog_id, ...article });
  await run('articles update', { blog_id, article_id, author: 'Luz' });
  expect(await run('articles list', { blog_id })).toMatchObject([
    { id: article_id, ...article, author: 'Luz', blog_id },
  ]);
  await run('articles delete', { blog_id, article_id });
  expect(await run('articles list', { blog_id })).toEqual([]);
  await run('blogs delete', { blog_id });
  await run('pages delete', { page_id });
  await expect(run('blogs get', { blog_id })).rejects.toMatchObject(isGone);
  await expect(run('pages get', { page_id })).rejects.toMatchObject(isGone);
});

it.each([
  ['products', 'product_id', 'products'],
  ['customers', 'customer_id', 'customers'],
  ['orders', 'order_id', 'orders'],
  ['product_variants', 'variant_id', 'variants'],
] as const)('metafields of %s are added, changed and deleted', async (owners, param, path) => {
  const run = await simulatedCalls(shopify, { sandbox });
  const [product] = await run('products list');
  const id = owners === 'product_variants' ? product.variants[0].id : (await run(`${owners} list`))[0].id;
  const owner = { [param]: id };
  const field = { namespace: 'custom', key: 'color', value: 'moss', type: 'single_line_text_field' };
  expect(sent(`metafield_${owners} create`, { ...owner, ...field })).toEqual([
    `POST /${path}/${id}/metafields.json`,
    { metafield: field },
  ]);
  const { id: metafield_id } = await run(`metafield_${owners} create`, { ...owner, ...field });
  const added = { ...owner, namespace: 'custom' };
  expect(await run(`metafield_${owners} list`, added)).toMatchObject([{ id: metafield_id, ...field, owner_id: id }]);
  const { type } = field;
  await run(`metafield_${owners} update`, { ...owner, metafield_id, value: 'sand', type });
  expect(await run(`metafield_${owners} list`, added)).toMatchObject([{ id: metafield_id, value: 'sand' }]);
  await run(`metafield_${owners} delete`, { ...owner, metafield_id });
  expect(await run(`metafield_${owners} list`, added)).toEqual([]);
});
