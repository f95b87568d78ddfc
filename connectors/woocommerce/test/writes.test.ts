import type { Entity } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { simulatedCalls } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { productId } from '../sandbox/shop.ts';
import { woocommerce } from '../src/index.ts';

/** The method, path, and query or body of a call. */
function sent(call: `${string} ${DirectActionName}`, params: object) {
  const [entity, name] = call.split(' ') as [string, DirectActionName];
  const { actions }: Entity = woocommerce.entities.find((one) => one.name === entity) as Entity;
  const action = actions[name];
  if (action === undefined) throw new TypeError(`there is no ${call}`);
  const { method, path, query, body } = action.request(action.params.parse(params));
  return [`${method} ${path}`, query ?? body?.value];
}

const isGone = { code: 'record_not_found' };

it('an order that was created can be completed, gets notes, and is refunded', async () => {
  const run = await simulatedCalls(woocommerce, { sandbox });
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
  await expect(run('orders get', { id })).rejects.toMatchObject(isGone);
});

it('a product and its variations are created, get another price, and are deleted', async () => {
  const run = await simulatedCalls(woocommerce, { sandbox });
  const attributes = [{ name: 'Size', variation: true, options: ['S', 'L'] }];
  const product = { name: 'Oilskin Apron', type: 'variable', status: 'draft', attributes };
  expect(sent('products create', product)).toEqual(['POST /products', product]);
  const { id: product_id } = await run('products create', product);
  expect(await run('products list', { status: 'draft' })).toContainEqual(
    expect.objectContaining({ id: product_id, slug: 'oilskin-apron' }),
  );
  const small = { regular_price: '45.00', attributes: [{ name: 'Size', option: 'S' }] };
  expect(sent('product_variations create', { product_id, ...small })).toEqual([
    `POST /products/${product_id}/variations`,
    small,
  ]);
  const { id } = await run('product_variations create', { product_id, ...small });
  await run('product_variations update', {
    product_id,
    id,
    sale_price: '39.00',
    stock_quantity: 4,
    manage_stock: true,
  });
  expect(await run('product_variations list', { product_id })).toMatchObject([
    { id, regular_price: '45.00', price: '39.00', on_sale: true, stock_quantity: 4 },
  ]);
  expect(sent('product_variations delete', { product_id, id })).toEqual([
    `DELETE /products/${product_id}/variations/${id}`,
    { force: true },
  ]);
  await run('product_variations delete', { product_id, id });
  expect(await run('product_variations list', { product_id })).toEqual([]);
  await run('products update', { id: product_id, status: 'private' });
  expect(await run('products get', { id: product_id })).toMatchObject({ status: 'private' });
  expect(sent('products delete', { id: product_id })).toEqual([`DELETE /products/${product_id}`, {}]);
  await run('products delete', { id: product_id, force: true });
  await expect(run('products get', { id: product_id })).rejects.toMatchObject(isGone);
});

it('a coupon is created, limited and deleted', async () => {
  const run = await simulatedCalls(woocommerce, { sandbox });
  const coupon = { code: 'thanks20', discount_type: 'percent', amount: '20.00' };
  expect(sent('coupons create', coupon)).toEqual(['POST /coupons', coupon]);
  const { id } = await run('coupons create', coupon);
  await run('coupons update', { id, usage_limit: 50 });
  expect(await run('coupons list', { code: 'thanks20' })).toMatchObject([
    { id, ...coupon, usage_limit: 50, usage_count: 0 },
  ]);
  await run('coupons delete', { id, force: true });
  expect(await run('coupons list', { code: 'thanks20' })).toEqual([]);
});

it('a customer is created, changed and deleted, and a review is approved and removed', async () => {
  const run = await simulatedCalls(woocommerce, { sandbox });
  const customer = { email: 'ida@example.com', first_name: 'Ida' };
  expect(sent('customers create', customer)).toEqual(['POST /customers', customer]);
  const { id } = await run('customers create', customer);
  await run('customers update', { id, billing: { city: 'Cork' } });
  expect(await run('customers get', { id })).toMatchObject({ ...customer, billing: { city: 'Cork' } });
  expect(sent('customers delete', { id, reassign: 11 })).toEqual([
    `DELETE /customers/${id}`,
    { force: true, reassign: 11 },
  ]);
  await run('customers delete', { id });
  await expect(run('customers get', { id })).rejects.toMatchObject(isGone);

  const [held] = await run('product_reviews list', { status: 'hold' });
  const approval = { id: held.id, status: 'approved' };
  expect(sent('product_reviews update', approval)).toEqual([
    `PUT /products/reviews/${held.id}`,
    { status: 'approved' },
  ]);
  await run('product_reviews update', approval);
  expect(await run('product_reviews get', { id: held.id })).toMatchObject({ status: 'approved' });
  await run('product_reviews delete', { id: held.id, force: true });
  await expect(run('product_reviews get', { id: held.id })).rejects.toMatchObject(isGone);
});
