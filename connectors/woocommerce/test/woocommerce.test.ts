import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { customers } from '../src/entities/customers.ts';
import { orders } from '../src/entities/orders.ts';
import { paymentGateways } from '../src/entities/payment-gateways.ts';
import { productAttributes } from '../src/entities/product-attributes.ts';
import { productCategories } from '../src/entities/product-categories.ts';
import { productReviews } from '../src/entities/product-reviews.ts';
import { productVariations } from '../src/entities/product-variations.ts';
import { products } from '../src/entities/products.ts';
import { refunds } from '../src/entities/refunds.ts';

describe('requests', () => {
  const { list } = orders.actions;
  const queryOf = (params: object) => list.request(list.params.parse(params)).query;

  it.each([
    ['a date, which begins at midnight in the shop', '2026-10-01', '2026-10-01T00:00:00'],
    ['a time of the shop', '2026-10-01T08:30:00', '2026-10-01T08:30:00'],
    ['a time with a fraction, whose offset would be ignored', '2026-10-01T08:30:00.000Z', '2026-10-01T08:30:00Z'],
    ['a time with an offset', '2026-10-01T08:30:00+0200', '2026-10-01T06:30:00Z'],
    ['anything else, for WooCommerce to refuse', 'yesterday', 'yesterday'],
  ])('take %s', (_, given, sent) => {
    expect(queryOf({ after: given, modified_before: given })).toMatchObject({ after: sent, modified_before: sent });
  });

  it('send no time that was not given', () => {
    expect(queryOf({ status: 'any' })).toEqual({
      page: 1,
      per_page: 10,
      status: 'any',
      orderby: 'date',
      order: 'desc',
    });
  });

  it('send several products as one parameter', () => {
    const { list } = productReviews.actions;
    expect(list.request(list.params.parse({ product: [12, 34] }))).toMatchObject({
      arrays: 'comma',
      query: { product: [12, 34] },
    });
  });

  it('name no page of attributes, and refuse a second one', () => {
    const { list } = productAttributes.actions;
    expect(list.request(list.params.parse({ per_page: 5 })).query).toBeUndefined();
    expect(list.params.safeParse({ page: 2 }).error?.issues).toMatchObject([{ path: ['page'] }]);
  });
});

describe('copies', () => {
  it('hold people of every role and reviews of every status', () => {
    expect(customers.sync?.params).toMatchObject({ role: 'all' });
    expect(productReviews.sync?.params).toMatchObject({ status: 'all' });
  });

  it('ask for refunds of those orders only that have some', () => {
    expect(refunds.sync).toMatchObject({ where: { any: { refunds: { gt: { id: 0 } } } }, bind: { order_id: 'id' } });
  });

  it.each([
    [true, 'true'],
    ['parent', 'parent'],
    [null, undefined],
  ])('keep %s as text, who manages the stock of a variation', (manage_stock, text) => {
    expect(productVariations.search?.derived.manage_stock.from?.({ manage_stock })).toBe(text);
  });
});

it('makes an object of settings that PHP writes as a list', () => {
  const { toRecord } = paymentGateways.actions.list;
  expect(toRecord?.({ id: 'cod', settings: [] }, {})).toEqual({ id: 'cod', settings: {} });
  expect(toRecord?.({ id: 'bacs', settings: { title: {} } }, {})).toEqual({ id: 'bacs', settings: { title: {} } });
});

it('makes null of the image that a category does not have', () => {
  const { list, get } = productCategories.actions;
  expect(get.toRecord?.({ id: 15, image: [] }, { id: 15 })).toEqual({ id: 15, image: null });
  expect(get.toRecord?.({ id: 16, image: { id: 7 } }, { id: 16 })).toEqual({ id: 16, image: { id: 7 } });
  expect(list.toRecord).toBe(get.toRecord);
});

describe('records', () => {
  it('have files with a numeric id, which PHP makes of an id of digits', () => {
    const downloads = [{ id: 123, name: 'Map', file: 'https://shop.example/map.pdf' }];
    expect(products.record.parse({ id: 1, downloads }).downloads).toEqual(downloads);
    expect(productVariations.record.parse({ id: 2, downloads }).downloads).toEqual(downloads);
  });

  it('have lines whose additional values are not displayed', () => {
    const meta_data = [
      { id: 1, key: 'pa_size', value: 'm' },
      { id: 2, key: '_reduced_stock' },
    ];
    const lines = [{ id: 3, meta_data }];
    expect(orders.record.parse({ id: 4, line_items: lines, fee_lines: lines })).toEqual({
      id: 4,
      line_items: lines,
      fee_lines: lines,
    });
  });
});

it.each([
  ['shop.example', true],
  ['example.com/shop', true],
  ['localhost:8080/a/b', true],
  ['https://shop.example', false],
  ['shop.example/', false],
  ['shop.example?a=1', false],
  ['me@shop.example', false],
])('takes %s as the address of a shop: %s', (shop, isTaken) => {
  expect(upstream.settings.safeParse({ shop }).success).toBe(isTaken);
});
