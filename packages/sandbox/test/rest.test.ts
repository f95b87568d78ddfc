import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { demoHeaders, sendAction } from './send-action.ts';
import { pages } from './toys/pages.ts';
import { people } from './toys/people.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

let running: RunningSandbox;
let headers: Record<string, string>;
beforeAll(async () => {
  running = await startSandbox({ connectors: [shop, pages, people], sandboxes: toySandboxes });
  headers = await demoHeaders(running, shop);
});
beforeEach(() => running.sandbox.reset());
afterAll(() => running.stop());

const list = async (entity: string, params: Record<string, unknown> = {}) =>
  (await sendAction(running, shop, entity, 'list', { limit: 50, ...params })).rows;
const at = (path: string) => `${running.origin}/shop/api/v2${path}`;

describe('lists', () => {
  it('filter by fields, and pass over values a field cannot have', async () => {
    const all = await list('products');
    const archived = await list('products', { status: 'archived' });
    expect(archived.length).toBe(all.filter(({ status }) => status === 'archived').length);
    expect(archived.length).toBeGreaterThan(0);
    expect(archived.every(({ status }) => status === 'archived')).toBe(true);
    expect(await list('products', { status: 'any' })).toEqual(all);
  });

  it('filter by foreign key, by parent in the path, and by range', async () => {
    const all = await list('orders');
    const { product_id: id, placed_at: time } = all[0];
    const ofProduct = await list('orders', { product_id: id });
    expect(ofProduct).toEqual(all.filter(({ product_id }) => product_id === id));
    const later = await list('orders', { placed_at: { gte: time } });
    expect(later.length).toBeGreaterThan(0);
    expect(later).toEqual(all.filter(({ placed_at }) => placed_at >= time));
    expect(await list('orders', { placed_at: { lt: time } })).toHaveLength(all.length - later.length);
  });

  it('compare a declared sync cursor with its field, whatever it is called in the request', async () => {
    const all = await list('products');
    const times = all.map(({ created_at }) => created_at).sort();
    const since = times[20];
    const found = await list('products', { since });
    expect(found.map(({ created_at }) => created_at).sort()).toEqual(times.slice(20));
  });

  it('sort and search', async () => {
    const prices = (await list('products', { sort_by: 'price', sort_order: 'desc' })).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect((await list('products', { q: 'name:"Product 7"' })).map(({ name }) => name)).toEqual(['Product 7']);
    expect(await list('products', { q: 'zebra' })).toEqual([]);
    const dear = await list('products', { q: 'price>20000 unknown:thing' });
    expect(dear).toEqual((await list('products')).filter(({ price }) => price > 20_000));
  });

  it('have the pagination fields of the connector', async () => {
    const { body } = await sendAction(running, shop, 'products', 'list', { limit: 20 });
    expect(body.paging).toEqual({ next: expect.any(String), total: 25 });
    const rest = await sendAction(running, shop, 'products', 'list', { limit: 20, cursor: body.paging.next });
    expect(rest.rows).toHaveLength(5);
    expect(rest.body.paging).toEqual({ total: 25 });
  });

  it('link to neighbors under the name the vendor uses', async () => {
    const second = await sendAction(running, pages, 'linked_rows', 'list', { page: 2, per_page: 5 });
    const base = `${running.origin}/pages/linked?page%5Bnumber%5D`;
    expect(second.headers.get('link')).toBe(
      `<${base}=1&page%5Bsize%5D=5>; rel="prev", <${base}=3&page%5Bsize%5D=5>; rel="next"`,
    );
    const { body } = await sendAction(running, pages, 'url_rows', 'list', { page: 3, per_page: 10 });
    expect(body).toMatchObject({
      next_page: null,
      previous_page: `${running.origin}/pages/urls?page=2&per_page=10`,
      count: 25,
    });
  });

  it('go backwards from a record', async () => {
    const rows = (await sendAction(running, pages, 'last_rows', 'list', { limit: 50 })).rows;
    const { rows: before, body } = await sendAction(running, pages, 'last_rows', 'list', {
      before: rows[10].id,
      limit: 4,
    });
    expect(before).toEqual(rows.slice(6, 10));
    expect(body.more).toBe(true);
    const chosen = await sendAction(running, pages, 'last_rows', 'list', { ids: [rows[3].id, rows[5].id] });
    expect(chosen.rows).toEqual([rows[3], rows[5]]);
  });

  it('refuse a cursor they have not given out', async () => {
    const reply = await sendAction(running, shop, 'products', 'list', { cursor: 'nonsense' });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toMatch(/cursor/);
  });
});

describe('writes', () => {
  it('create from a wrapped body what can then be listed and fetched', async () => {
    const params = { name: 'Lamp', price: 1250, tags: ['new', 'light'], dimensions: { width: 3, height: 9 } };
    const created = (await sendAction(running, shop, 'products', 'create', params)).body.item;
    expect(created).toMatchObject({
      ...params,
      created_at: '2026-11-01T00:00:00Z',
      updated_at: '2026-11-01T00:00:00Z',
    });
    expect((await list('products'))[0]).toEqual(created);
    expect((await sendAction(running, shop, 'products', 'get', { id: created.id })).body.item).toEqual(created);
  });

  it('change only what is given, and the time of the change', async () => {
    const [product] = await list('products');
    const changed = (await sendAction(running, shop, 'products', 'update', { id: product.id, name: 'Desk' })).body.item;
    expect(changed).toEqual({ ...product, name: 'Desk', updated_at: expect.stringMatching(/^2026-11-01T00:00:/) });
    expect(await list('products')).toContainEqual(changed);
  });

  it('delete, and answer in the declared shape', async () => {
    const [product] = await list('products');
    const { body } = await sendAction(running, shop, 'products', 'delete', { id: product.id });
    expect(body).toEqual({ id: product.id, deleted: true });
    expect(await list('products')).toHaveLength(24);
    expect((await sendAction(running, shop, 'products', 'get', { id: product.id })).status).toBe(404);
  });

  it('tell apart actions that share a route', async () => {
    const [product] = await list('products');
    const id = product.id;
    const comment = { product_id: id, comment: 'Well made' };
    const { body } = await sendAction(running, shop, 'product_comments', 'create', comment);
    expect(body.item).toEqual(product);
    const { rows } = await sendAction(running, shop, 'product_comments', 'list', { product_id: id });
    expect(rows[0]).toEqual({ id: expect.any(Number), product_id: id, body: 'Well made' });
    expect(rows.every((row) => row.product_id === id)).toBe(true);
    await sendAction(running, shop, 'products', 'update', { id, name: 'Better made' });
    expect((await list('products'))[0].name).toBe('Better made');
  });

  it('act on the record above when the entity has no list of its own', async () => {
    const [order] = (await list('orders')).filter(({ status }) => status !== 'canceled');
    const { body } = await sendAction(running, shop, 'order_cancellations', 'create', { id: order.id });
    expect(body.item).toEqual({ ...order, status: 'canceled' });
    expect((await sendAction(running, shop, 'orders', 'get', { order_id: order.id })).body.item.status).toBe(
      'canceled',
    );
    expect((await sendAction(running, shop, 'order_cancellations', 'create', { id: 1 })).status).toBe(404);
  });

  it('read forms with brackets into the types of the record', async () => {
    const { body } = await sendAction(running, pages, 'last_rows', 'create', { name: 'é & ü', metadata: { a: '1' } });
    expect(body).toMatchObject({ name: 'é & ü', id: expect.any(Number) });
  });

  it('answer the same idempotency key with the stored response, and refuse it for another request', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await sendAction(running, shop, 'products', 'create', { name: 'Once' }, key);
    const again = await sendAction(running, shop, 'products', 'create', { name: 'Once' }, key);
    expect(again.body).toEqual(first.body);
    expect((await list('products')).filter(({ name }) => name === 'Once')).toHaveLength(1);
    const other = await sendAction(running, shop, 'products', 'create', { name: 'Twice' }, key);
    expect(other.status).toBe(400);
    expect(other.body.error.message).toMatch(/idempotency key/);
  });
});

describe('refusals have the shape of the vendor', () => {
  it('for a record, a parent and a path that are not there', async () => {
    const missing = await sendAction(running, shop, 'products', 'get', { id: 'prod_none' });
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({
      error: {
        message: 'No such record in products: prod_none',
        code: 'missing',
        request: missing.headers.get('x-request-id'),
      },
    });
    expect((await sendAction(running, shop, 'orders', 'list', { product_id: 'prod_none' })).status).toBe(404);
    const nowhere = await fetch(at('/nowhere'), { headers });
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await fetch(`${running.origin}/shop/products.json`, { headers })).status).toBe(404);
  });

  it('for missing and wrong credentials, in every declared way', async () => {
    const none = await fetch(at('/products.json'));
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ error: { message: 'Credentials are missing.', code: 'unauthorized' } });
    const wrong = await fetch(at('/products.json'), { headers: { authorization: 'Bearer nonsense' } });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ error: { message: 'The credentials are not valid.' } });
    const byKey = await fetch(at('/products.json'), { headers: await demoHeaders(running, shop, 'key') });
    expect(byKey.status).toBe(200);
    const basic = `Basic ${Buffer.from('demo-pages-account/token:wrong').toString('base64')}`;
    expect((await fetch(`${running.origin}/pages/lasts`, { headers: { authorization: basic } })).status).toBe(401);
  });

  it('for bodies of the wrong type, broken ones and broken paths', async () => {
    const send = (body: string, type: string) =>
      fetch(at('/products.json'), { method: 'POST', headers: { ...headers, 'content-type': type }, body });
    const form = await send('product[name]=x', 'application/x-www-form-urlencoded');
    expect(form.status).toBe(400);
    expect(await form.json()).toMatchObject({ error: { message: 'The body must be sent as application/json.' } });
    expect((await send('{"product": ', 'application/json')).status).toBe(400);
    expect((await send('[1]', 'application/json')).status).toBe(400);
    expect((await fetch(at('/products/%E0%A4%A.json'), { headers })).status).toBe(400);
    const query = await fetch(at('/products.json?status=%E0%A4%A'), { headers });
    expect(query.status).toBe(400);
    expect(await query.json()).toMatchObject({ error: { message: 'The query string cannot be read.' } });
    expect((await send('x'.repeat(11 * 1024 * 1024), 'application/json')).status).toBe(413);
    expect((await list('products')).length).toBe(25);
  });

  it('within a successful status where the vendor refuses so', async () => {
    const { status, body } = await sendAction(running, people, 'persons', 'get', { personId: 'nobody' });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: false, error: { text: 'No such record in persons: nobody', name: 'person_not_found' } });
  });
});

describe('POST for reads', () => {
  it('filters and pages by the body', async () => {
    const { rows } = await sendAction(running, people, 'persons', 'list', { limit: 50 });
    const { rows: named } = await sendAction(running, people, 'persons', 'list', { name: rows[3].name });
    expect(named).toEqual([rows[3]]);
    const { body } = await sendAction(running, people, 'persons', 'get', { personId: rows[5].id });
    expect(body.results).toEqual(rows[5]);
  });
});

it('answers a write with the id in a header and no body where the connector declares that', async () => {
  const response = await fetch(at('/attachments'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"file_name":"plan.pdf"}',
  });
  expect([response.status, await response.text()]).toEqual([201, '']);
  const id = Number(response.headers.get('x-resource-id'));
  const { body } = await sendAction(running, shop, 'attachments', 'get', { attachment_id: id });
  expect(body.item).toMatchObject({ id, file_name: 'plan.pdf' });
});

describe('every response', () => {
  it('carries the limits and the request id the connector declares', async () => {
    const { headers: first } = await sendAction(running, shop, 'products', 'list');
    const { headers: second } = await sendAction(running, shop, 'products', 'list');
    expect(Number(second.get('x-left'))).toBe(Number(first.get('x-left')) - 1);
    expect(Number(first.get('x-reset'))).toBeGreaterThan(0);
    expect(Number(first.get('x-reset'))).toBeLessThanOrEqual(60);
    expect(second.get('x-request-id')).not.toBe(first.get('x-request-id'));
  });
});

describe('the sandbox', () => {
  it('says what there is where nothing is', async () => {
    const response = await fetch(`${running.origin}/other/v1`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      message: 'Nothing is simulated at /other/v1. There is: /shop, /pages, /people',
    });
    expect(() => running.sandbox.credentials('other')).toThrow(RangeError);
    expect(() => running.sandbox.example('shop', 'products', 'download')).toThrow(RangeError);
  });

  it('logs the requests, bounded and without secrets', async () => {
    await sendAction(running, shop, 'products', 'create', { name: 'Logged' });
    const { requests } = running.sandbox;
    expect(requests.at(-1)).toMatchObject({
      connector: 'shop',
      method: 'POST',
      url: '/shop/api/v2/products.json',
      body: { product: { name: 'Logged' } },
      headers: { authorization: '***', 'content-type': 'application/json' },
    });
    await fetch(at('/products.json'), { headers: { 'x-shop-key': 'canary-key' } });
    expect(JSON.stringify(running.sandbox.requests)).not.toContain('canary-key');
    expect(JSON.stringify(running.sandbox.requests)).not.toContain(running.sandbox.credentials('shop').access_token);
    for (let sent = 0; sent < 1_010; sent += 101) {
      await Promise.all(Array.from({ length: 101 }, () => fetch(at('/nowhere'))));
    }
    expect(running.sandbox.requests).toHaveLength(1_000);
  });

  it('starts again from the same records', async () => {
    const before = await list('products');
    await sendAction(running, shop, 'products', 'create', { name: 'Gone soon' });
    running.sandbox.reset();
    expect(await list('products')).toEqual(before);
    expect(running.sandbox.requests).toHaveLength(1);
  });
});
