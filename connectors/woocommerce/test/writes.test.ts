import type { Entity, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { type RunningSandbox, startSandbox } from '@connectory/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { productId } from '../sandbox/shop.ts';
import { woocommerce } from '../src/index.ts';

let vendor: RunningSandbox;

beforeAll(async () => {
  vendor = await startSandbox({ connectors: [woocommerce], sandboxes: [simulation] });
});

afterAll(() => vendor.stop());

type Call = `${string} ${DirectActionName}`;

function requestOf(call: Call, params: object) {
  const [entity, name] = call.split(' ') as [string, DirectActionName];
  const { actions }: Entity = woocommerce.entities.find((one) => one.name === entity) as Entity;
  const action = actions[name];
  if (action === undefined) throw new TypeError(`there is no ${call}`);
  return action.request(action.params.parse(params));
}

/** The method, path, query and body of a call. */
function sent(call: Call, params: object) {
  const { method, path, query, body } = requestOf(call, params);
  return [`${method} ${path}`, query ?? body?.value];
}

/** Sends a call to the simulated shop, and returns the response, or its status if it is none of success. */
async function run(call: Call, params: object): Promise<RawValue> {
  const { method, path, query, body } = requestOf(call, params);
  const { api_key = '', api_secret = '' } = vendor.sandbox.credentials('woocommerce');
  const base = vendor.sandbox.baseUrl(vendor.origin, 'woocommerce');
  const response = await fetch(`${base}/wp-json/wc/v3${path}?${new URLSearchParams(query as Record<string, string>)}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${api_key}:${api_secret}`)}` },
    ...(body && { body: JSON.stringify(body.value) }),
  });
  return response.ok ? response.json() : response.status;
}

it('an order that was created can be completed, gets notes, and is refunded', async () => {
  const params = {
    set_paid: true,
    billing: { first_name: 'Ida', email: 'ida@example.com' },
    line_items: [{ product_id: productId(2), quantity: 2 }],
    shipping_lines: [{ method_id: 'flat_rate', method_title: 'Courier', total: '5.00' }],
  };
  expect(sent('orders create', params)).toEqual(['POST /orders', params]);
  const order = await run('orders create', params);
  expect(order).toMatchObject({
    status: 'processing',
    billing: { email: 'ida@example.com' },
    line_items: [{ product_id: productId(2), quantity: 2 }],
    total: '74.00',
    refunds: [],
  });
  const { id } = order;
  expect(sent('orders update', { id, status: 'completed' })).toEqual([`PUT /orders/${id}`, { status: 'completed' }]);
  await run('orders update', { id, status: 'completed' });
  expect(await run('orders list', { status: 'completed' })).toContainEqual(expect.objectContaining({ id }));

  const note = { note: 'It is on its way', customer_note: true };
  expect(sent('order_notes create', { order_id: id, ...note })).toEqual([`POST /orders/${id}/notes`, note]);
  await run('order_notes create', { order_id: id, ...note });
  const internal = await run('order_notes create', { order_id: id, note: 'Called twice' });
  expect(await run('order_notes list', { order_id: id, type: 'customer' })).toMatchObject([note]);
  expect(sent('order_notes delete', { order_id: id, id: internal.id })).toEqual([
    `DELETE /orders/${id}/notes/${internal.id}`,
    { force: true },
  ]);
  await run('order_notes delete', { order_id: id, id: internal.id });
  expect(await run('order_notes list', { order_id: id })).toMatchObject([note]);

  const back = { reason: 'Damaged', line_items: [{ id: order.line_items[0].id, quantity: 1, refund_total: 34.5 }] };
  expect(sent('refunds create', { order_id: id, ...back })).toEqual([`POST /orders/${id}/refunds`, back]);
  const refund = await run('refunds create', { order_id: id, ...back });
  expect(refund).toMatchObject({ amount: '34.50', reason: 'Damaged', refunded_payment: true });
  expect(await run('refunds list', { order_id: id })).toEqual([refund]);

  expect(sent('orders delete', { id, force: true })).toEqual([`DELETE /orders/${id}`, { force: true }]);
  await run('orders delete', { id, force: true });
  expect(await run('orders get', { id })).toBe(404);
});
