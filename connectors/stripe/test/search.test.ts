import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { charges } from '../src/entities/charges.ts';
import { customers } from '../src/entities/customers.ts';
import { invoices } from '../src/entities/invoices.ts';
import { refunds } from '../src/entities/refunds.ts';
import { subscriptions } from '../src/entities/subscriptions.ts';

const derived = ({ search }: Entity, field: string, record: RawValue) => search?.derived[field]?.from?.(record);

describe('search fields under their former names', () => {
  it('take the value of the field that replaced them', () => {
    expect(derived(customers, 'account_balance', { balance: -1500 })).toBe(-1500);
    expect(derived(invoices, 'application_fee', { application_fee_amount: 30 })).toBe(30);
    expect(derived(invoices, 'billing', { collection_method: 'send_invoice' })).toBe('send_invoice');
    expect(derived(subscriptions, 'billing', { collection_method: 'send_invoice' })).toBe('send_invoice');
    expect(derived(charges, 'statement_description', { statement_descriptor: 'HARBOUR' })).toBe('HARBOUR');
  });

  it('tell closed and forgiven invoices by what stands for them now', () => {
    expect(derived(invoices, 'closed', { auto_advance: false })).toBe(true);
    expect(derived(invoices, 'closed', { auto_advance: true })).toBe(false);
    expect(derived(invoices, 'forgiven', { status: 'uncollectible' })).toBe(true);
    expect(derived(invoices, 'forgiven', { status: 'open' })).toBe(false);
  });

  it('find cards among sources of any kind', () => {
    const card = { id: 'card_1', object: 'card' };
    const account = { id: 'ba_1', object: 'bank_account' };
    expect(derived(customers, 'cards', { sources: { data: [account, card] } })).toEqual([card]);
    expect(derived(customers, 'default_card', { default_source: 'card_1' })).toBe('card_1');
    expect(derived(customers, 'default_card', { default_source: 'ba_1' })).toBeNull();
    expect(derived(charges, 'card', { source: card })).toEqual(card);
    expect(derived(charges, 'card', { source: account })).toBeNull();
  });

  it('are empty where Stripe leaves out the sources', () => {
    for (const record of [{}, { sources: null, default_source: null, source: null }]) {
      expect(derived(customers, 'cards', record) ?? null).toBeNull();
      expect(derived(customers, 'sources', record) ?? null).toBeNull();
      expect(derived(customers, 'default_card', record)).toBeNull();
      expect(derived(charges, 'card', record)).toBeNull();
    }
  });
});

describe('search fields of another type than the record', () => {
  it('show the list of sources as a text', () => {
    const sources = { object: 'list', data: [{ id: 'card_1', object: 'card' }] };
    expect(JSON.parse(String(derived(customers, 'sources', { sources })))).toEqual(sources);
  });

  it.each([
    [invoices, ['due_date', 'next_payment_attempt', 'period_end', 'period_start', 'webhooks_delivered_at']],
    [
      subscriptions,
      ['billing_cycle_anchor', 'cancel_at', 'canceled_at', 'current_period_end', 'ended_at', 'trial_end'],
    ],
  ] satisfies [Entity, string[]][])('keep the times of %#', (entity, fields) => {
    for (const field of fields) expect(derived(entity, field, { [field]: 1_700_000_000 })).toBe(1_700_000_000);
  });
});

it('marks records as deleted only where Stripe does', () => {
  for (const entity of [customers, invoices, subscriptions]) {
    expect(derived(entity, 'is_deleted', { deleted: true })).toBe(true);
    expect(derived(entity, 'is_deleted', { id: 'x' })).toBe(false);
  }
});

it.each([customers, invoices, subscriptions])(
  'a record of $name that Stripe marks as deleted leaves the copy',
  (entity) => {
    expect(Object.keys(entity.record.shape)).not.toContain('deleted');
    expect(entity.sync).not.toHaveProperty('gone');
  },
);

describe('sync plans', () => {
  const entities: readonly Entity[] = [customers, invoices, charges, subscriptions, refunds];

  it.each(entities)('read the largest pages of $name, later only what was created since', ({ sync, actions }) => {
    const newer = { ...sync?.params, created: { gte: 1_700_000_000 } };
    const request = actions.list?.request(actions.list.params.parse(newer));
    expect(request?.query).toMatchObject({ limit: 100, created: { gte: 1_700_000_000 } });
    expect(sync?.cursor?.field).toBe('created');
    expect(valueAt(newer, sync?.cursor?.param ?? '')).toBe(1_700_000_000);
  });

  it('read canceled subscriptions as well', () => {
    expect(subscriptions.sync?.params).toMatchObject({ status: 'all' });
  });
});
