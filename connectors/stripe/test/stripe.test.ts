import { type Page, valueAt } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { customers } from '../src/entities/customers.ts';
import { invoiceFinalizations } from '../src/entities/invoice-finalizations.ts';
import { paymentIntents } from '../src/entities/payment-intents.ts';
import { prices } from '../src/entities/prices.ts';
import { products } from '../src/entities/products.ts';
import { subscriptions } from '../src/entities/subscriptions.ts';
import { events } from '../src/events.ts';
import { webhooks } from '../src/webhooks.ts';

const pageOf = (body: Readonly<Record<string, unknown>>, records: readonly { id: string }[]): Page => ({
  params: {},
  count: records.length,
  value: (path) => body[path],
  first: (path) => valueAt(records[0], path),
  last: (path) => valueAt(records.at(-1), path),
  header: () => undefined,
});

describe('requests', () => {
  it('sends the items of a subscription as a form with numbered arrays', () => {
    const { create } = subscriptions.actions;
    const params = create.params.parse({ customer: 'cus_1', items: [{ price: 'price_1', quantity: 2 }] });
    expect(create.request(params)).toEqual({
      method: 'POST',
      path: '/v1/subscriptions',
      arrays: 'indices',
      body: { encoding: 'form', value: { customer: 'cus_1', items: [{ price: 'price_1', quantity: 2 }] } },
    });
  });

  it('keeps ranges nested in the query, and always says how many records it wants', () => {
    const { list } = subscriptions.actions;
    const params = list.params.parse({ current_period_end: { gte: 1_700_000_000, lt: 1_800_000_000 } });
    expect(list.request(params).query).toEqual({
      limit: 10,
      current_period_end: { gte: 1_700_000_000, lt: 1_800_000_000 },
    });
  });

  it('posts an action on an invoice below the invoice, without repeating its id', () => {
    const { create } = invoiceFinalizations.actions;
    const request = create.request(create.params.parse({ id: 'in_1', auto_advance: false }));
    expect(request.path).toBe('/v1/invoices/in_1/finalize');
    expect(request.body).toEqual({ encoding: 'form', value: { auto_advance: false } });
  });
});

describe('members Stripe requires within optional objects', () => {
  const errors = (result: { error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined }) =>
    result.error?.issues.map((issue) => issue.path.join('.'));

  it('refuses a recurring price without an interval', () => {
    const price = { currency: 'usd', product: 'prod_1', unit_amount: 900, recurring: { interval_count: 3 } };
    expect(errors(prices.actions.create.params.safeParse(price))).toEqual(['recurring.interval']);
  });

  it('refuses automatic payment methods that are neither on nor off', () => {
    const intent = { amount: 100, currency: 'usd', automatic_payment_methods: { allow_redirects: 'never' } };
    expect(errors(paymentIntents.actions.create.params.safeParse(intent))).toEqual([
      'automatic_payment_methods.enabled',
    ]);
  });

  it('refuses parcels without all measures, and selling points without a name', () => {
    const change = { id: 'prod_1', package_dimensions: { height: 1, length: 2, width: 3 }, marketing_features: [{}] };
    expect(errors(products.actions.update.params.safeParse(change))?.sort()).toEqual([
      'marketing_features.0.name',
      'package_dimensions.weight',
    ]);
  });
});

describe('paging', () => {
  it('continues a list after its last record, and ends when Stripe has no more', () => {
    const { paging } = customers.actions.list;
    const records = [{ id: 'cus_1' }, { id: 'cus_2' }];
    expect(paging?.next(pageOf({ has_more: true }, records))).toEqual({ starting_after: 'cus_2' });
    expect(paging?.next(pageOf({ has_more: false }, records))).toBeNull();
  });

  it('continues a search with next_page, and ends with has_more even where a token is left', () => {
    const { paging, meta } = customers.actions.api_search;
    const middle = pageOf({ has_more: true, next_page: 'token' }, [{ id: 'cus_1' }]);
    const last = pageOf({ has_more: false, next_page: 'token' }, [{ id: 'cus_2' }]);
    expect(paging?.next(middle)).toEqual({ page: 'token' });
    expect(paging?.next(last)).toBeNull();
    expect(meta.next_page?.read(pageOf({ has_more: false }, []))).toBeNull();
  });
});

describe('webhooks', () => {
  it('are created for the changes of every entity that events keep right', () => {
    const { create } = webhooks.actions;
    const request = create.request(create.params.parse({ url: 'https://gateway.example.com/events/a/b' }));
    expect(request).toMatchObject({ method: 'POST', path: '/v1/webhook_endpoints', arrays: 'indices' });
    const { encoding, value } = request.body as { encoding: string; value: { url: string; enabled_events: string[] } };
    expect([encoding, value.url]).toEqual(['form', 'https://gateway.example.com/events/a/b']);
    expect(value.enabled_events).toEqual(
      expect.arrayContaining([
        'customer.updated',
        'customer.subscription.deleted',
        'invoice.paid',
        'charge.captured',
        'refund.created',
      ]),
    );
  });
});

it.each(['constructor', '__proto__', 'toString'])('an event about an object named %s leads to no record', (object) => {
  const body = { type: 'customer.updated', data: { object: { object, id: 'cus_1' } } };
  expect(events.hints({ method: 'POST', query: {}, headers: {}, body })).toEqual([]);
});
