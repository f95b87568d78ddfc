import type { Action, Page } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { vendorCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { upstream } from '../src/adapter.ts';
import { customers } from '../src/entities/customers.ts';
import { inventoryItems } from '../src/entities/inventory-items.ts';
import { metafieldArticles } from '../src/entities/metafield-articles.ts';
import { metafieldProductImages } from '../src/entities/metafield-product-images.ts';
import { metafieldShops } from '../src/entities/metafield-shops.ts';
import { orders } from '../src/entities/orders.ts';
import { productImages } from '../src/entities/product-images.ts';
import { shopify } from '../src/index.ts';

const sent = ({ params, request }: Action, given: Record<string, unknown>) => {
  const { path, query } = request(params.parse(given) as never);
  return { path, query };
};

const pageWith = (link: string | undefined): Page => ({
  params: {},
  count: 2,
  value: () => undefined,
  first: () => undefined,
  last: () => undefined,
  header: (name) => (name === 'link' ? link : undefined),
});

describe('pages', () => {
  const next = 'https://acme.myshopify.com/admin/api/2026-04/orders.json?limit=2&page_info=eyJkIjoibmV4dCJ9';

  it('are asked for by page_info and a size, and by nothing else', () => {
    const page_info = 'eyJkIjoibmV4dCJ9';
    const filters = { status: 'open', since_id: 7, created_at_min: '2026-01-01' };
    expect(sent(orders.actions.list, { ...filters, limit: 2 }).query).toEqual({ ...filters, limit: 2 });
    expect(sent(orders.actions.list, { ...filters, limit: 2, page_info }).query).toEqual({ limit: 2, page_info });
  });

  it('have no size where Shopify takes none', () => {
    expect(sent(productImages.actions.list, { product_id: 7, since_id: 3, page_info: 'x' })).toEqual({
      path: '/products/7/images.json',
      query: { page_info: 'x' },
    });
  });

  it('are named by the Link header, next to the page before', () => {
    const { paging, meta } = orders.actions.list;
    const both = pageWith(`<${next.replace('next', 'prev')}>; rel="previous", <${next}>; rel="next"`);
    expect(paging?.next(both)).toEqual({ page_info: 'eyJkIjoibmV4dCJ9' });
    expect(meta.next_page_url?.read(both)).toBe(next);
    expect(paging?.next(pageWith(`<${next}>; rel="previous"`))).toBeNull();
    expect(meta.next_page_url?.read(pageWith(undefined))).toBeNull();
  });

  it('hold at most 250 records', () => {
    const accepts = (limit: number) => customers.actions.list.params.safeParse({ limit }).success;
    expect([0, 1, 250, 251].map(accepts)).toEqual([false, true, true, false]);
  });
});

describe('metafields', () => {
  it('of articles and pictures are found without the blog or the product', () => {
    expect(sent(metafieldArticles.actions.list, { blog_id: 1, article_id: 2 })).toEqual({
      path: '/articles/2/metafields.json',
      query: { limit: 50 },
    });
    expect(sent(metafieldProductImages.actions.list, { product_id: 1, image_id: 2, key: 'alt' })).toEqual({
      path: '/product_images/2/metafields.json',
      query: { limit: 50, key: 'alt' },
    });
  });

  it('are searched by their value as text', () => {
    const searched = (value: unknown) => metafieldShops.search?.derived.value.from?.({ value });
    expect(['blue', 7, 0, true, null].map(searched)).toEqual(['blue', '7', '0', 'true', null]);
  });
});

describe('inventory_items list', () => {
  it('takes one to a hundred ids', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1).join();
    const accepts = (ids?: string) => inventoryItems.actions.list.params.safeParse({ ids }).success;
    expect(['7', '7,8', hundred].every(accepts)).toBe(true);
    expect([undefined, '', 'all', '7;8', `${hundred},101`].some(accepts)).toBe(false);
  });
});

it('says which parameter Shopify rejects, and why', async () => {
  const { call } = await vendorCalls(shopify, () => ({ status: 422, body: { errors: { since_id: ['is too low'] } } }));
  expect(await call('orders list')).toMatchObject({ upstream: { message: 'since_id: is too low' } });
});

it('sends every kind of token in the header Shopify reads', () => {
  const headers = Object.values(upstream.authentication).map((way) => way.headers);
  const ofToken = { 'x-shopify-access-token': '{access_token}' };
  expect(headers).toEqual([{ 'x-shopify-access-token': '{api_key}' }, ofToken, ofToken]);
});

describe('settings', () => {
  it('take the name of the shop only', () => {
    const accepted = (shop: string) => upstream.settings.safeParse({ shop }).success;
    expect(['acme', 'acme-2', '1acme'].every(accepted)).toBe(true);
    expect(['acme.myshopify.com', 'evil.example/', '-acme', '', 'a@b'].some(accepted)).toBe(false);
  });
});

it.each([423, 430])('calls later when Shopify responds with %i, which is no wrong request', async (status) => {
  const { call } = await vendorCalls(shopify, () => ({ status }));
  expect(await call('shop get')).toMatchObject({ code: 'upstream_rate_limited', retryable: true });
});

it('times in the copy are compared as instants, because Shopify writes them with the offset of the shop', () => {
  const fields = describeConnector(shopify).entities.flatMap(({ search }) => search?.fields ?? []);
  const times = fields.filter(({ name }) => name.endsWith('_at'));
  expect(times.length).toBeGreaterThan(50);
  for (const time of times) expect(time).toMatchObject({ format: 'iso-8601' });
});
