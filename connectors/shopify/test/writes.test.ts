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
