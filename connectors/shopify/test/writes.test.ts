import type { Entity, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { shopify } from '../src/index.ts';

let vendor: RunningSandbox;

beforeAll(async () => {
  vendor = await startSandbox({ connectors: [shopify], sandboxes: [simulation] });
});

afterAll(() => vendor.stop());

type Call = `${string} ${DirectActionName}`;

function requestOf(call: Call, params: object) {
  const [entity, name] = call.split(' ') as [string, DirectActionName];
  const { actions }: Entity = shopify.entities.find((one) => one.name === entity) as Entity;
  const action = actions[name];
  if (action === undefined) throw new TypeError(`there is no ${call}`);
  return { action, request: action.request(action.params.parse(params)) };
}

/** The method, path, query and body of a call. */
function sent(call: Call, params: object) {
  const { method, path, query, body } = requestOf(call, params).request;
  return [`${method} ${path}`, query ?? body?.value];
}

/** Sends a call to the simulated shop, and returns the response, or its status if it is none of success. */
async function run(call: Call, params: object): Promise<RawValue> {
  const { action, request } = requestOf(call, params);
  const { pinned } = shopify.upstream.version;
  const query = new URLSearchParams(request.query as Record<string, string>);
  const base = vendor.sandbox.baseUrl(vendor.origin, 'shopify');
  const response = await fetch(`${base}/admin/api/${pinned}${request.path}?${query}`, {
    method: request.method,
    headers: {
      'content-type': 'application/json',
      'x-shopify-access-token': String(vendor.sandbox.credentials('shopify', 'access_token').api_key),
    },
    ...(request.body && { body: JSON.stringify(request.body.value) }),
  });
  if (!response.ok) return response.status;
  const body: RawValue = await response.json();
  return action.recordsAt === '' ? (action.recordAt === '' ? body : body[action.recordAt]) : body[action.recordsAt];
}

it('a customer who was created, changed and deleted is found, is changed, and is gone', async () => {
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
  expect(await run('customers list', {})).toContainEqual(expect.objectContaining({ id: customer_id, tags: 'vip' }));
  expect(await run('customers delete', { customer_id })).toEqual({});
  expect(await run('customers get', { customer_id })).toBe(404);
});

it('an order that was created has what was bought, and its note and tags can be changed', async () => {
  const [{ id: variant_id, price }] = vendor.sandbox.records('shopify', 'product_variants') as [RawValue];
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
  expect(await run('orders get', { order_id })).toBe(404);
});

const paidOrder = (): RawValue =>
  vendor.sandbox.records('shopify', 'orders').find((order) => order.financial_status === 'paid') as RawValue;

it('a refund pays back a sale of the order, and is in the list of its refunds', async () => {
  const { id: order_id, line_items } = paidOrder();
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
  const { id: order_id } = paidOrder();
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
  const { id: order_id } = paidOrder();
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
  const customer = { id: vendor.sandbox.records('shopify', 'customers')[0]?.id };
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
  const drafts = await run('draft_orders list', {});
  expect(drafts[0]).toMatchObject({ id: draft_order_id, status: 'completed', order_id: expect.any(Number) });
  expect(await run('draft_orders delete', { draft_order_id })).toEqual({});
  expect(await run('draft_orders get', { draft_order_id })).toBe(404);
});

it('a product is created with variants, one is added and changed, and the product is withdrawn', async () => {
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
  expect(await run('product_variants get', { variant_id })).toBe(404);
  await run('products update', { product_id, status: 'archived', tags: 'old' });
  expect(await run('products get', { product_id })).toMatchObject({ status: 'archived', tags: 'old' });
  expect(await run('products delete', { product_id })).toEqual({});
  expect(await run('products list', { limit: 250 })).not.toContainEqual(expect.objectContaining({ id: product_id }));
});
