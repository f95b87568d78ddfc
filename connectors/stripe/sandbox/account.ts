import { simulate } from '@connectory/sandbox';
import { balance } from '../src/entities/balance.ts';
import { balanceTransactions } from '../src/entities/balance-transactions.ts';
import { customers } from '../src/entities/customers.ts';
import { payouts } from '../src/entities/payouts.ts';
import { prices } from '../src/entities/prices.ts';
import { products } from '../src/entities/products.ts';
import { webhooks } from '../src/webhooks.ts';
import { addressOf, ageOf, idAt, saleNear, seatPrice } from './sales.ts';

/** An embedded list without records, for samples. */
export const emptyList = (url: string) => ({ object: 'list', data: [], has_more: false, url });

export const simulatedAccount = [
  simulate(customers, {
    sample: (source) => {
      const customer = source.customer();
      const { name, email, company } = customer;
      const id = idAt('customer', source.index);
      return {
        id,
        name,
        email,
        description: `Account of ${company}`,
        business_name: company,
        cash_balance: null,
        currency: 'usd',
        created: source.epoch(ageOf(source.index)),
        customer_account: null,
        balance: source.pick([0, 0, 0, -1500]),
        address: addressOf(customer),
        default_source: null,
        delinquent: source.index % 10 === 5,
        discount: null,
        individual_name: name,
        invoice_prefix: source.id('', 8).toUpperCase(),
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
        livemode: false,
        next_invoice_sequence: source.integer(1, 40),
        phone: customer.phone,
        preferred_locales: ['en-US'],
        shipping: null,
        tax_exempt: 'none',
        sources: emptyList(`/v1/customers/${id}/sources`),
        subscriptions: emptyList(`/v1/customers/${id}/subscriptions`),
        test_clock: null,
        metadata: {},
      };
    },
  }),
  simulate(products, {
    sample: (source) => {
      const created = source.epoch(source.integer(100, 900));
      return {
        id: idAt('product', source.index),
        name: `${['Team', 'Starter', 'Business', 'Archive'][source.index % 4]} ${source.pick(['plan', 'seat', 'add-on'])}`,
        active: source.index % 7 !== 6,
        attributes: [],
        created,
        features: [],
        updated: created,
        default_price: null,
        description: null,
        images: [],
        marketing_features: [],
        livemode: false,
        metadata: {},
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        type: 'service',
        unit_label: null,
        url: null,
      };
    },
  }),
  simulate(prices, {
    sample: (source) => {
      const amount = source.index === 0 ? seatPrice : source.pick([900, 2900, 4900, 9900]);
      return {
        id: idAt('price', source.index),
        active: true,
        billing_scheme: 'per_unit',
        created: source.epoch(source.integer(1, 700)),
        currency: 'usd',
        lookup_key: null,
        livemode: false,
        metadata: {},
        nickname: null,
        product: idAt('product', source.index),
        recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: 'recurring',
        unit_amount: amount,
        unit_amount_decimal: String(amount),
      };
    },
  }),
  simulate(balance, {
    sample: () => ({
      livemode: false,
      available: [{ amount: 184_250, currency: 'usd', source_types: { card: 184_250 } }],
      connect_reserved: [{ amount: 0, currency: 'usd' }],
      instant_available: [{ amount: 184_250, currency: 'usd', source_types: { card: 184_250 } }],
      issuing: { available: [{ amount: 0, currency: 'usd' }] },
      pending: [{ amount: 42_900, currency: 'usd', source_types: { card: 42_900 } }],
      refund_and_dispute_prefunding: {
        available: [{ amount: 0, currency: 'usd' }],
        pending: [{ amount: 0, currency: 'usd' }],
      },
    }),
  }),
  simulate(balanceTransactions, {
    sample: (source) => {
      const { index, amount, created, charge } = saleNear(source.index, ({ isPaid }) => isPaid);
      const fee = Math.round(amount * 0.029) + 30;
      return {
        id: idAt('balanceTransaction', index),
        amount,
        available_on: created + 2 * 86_400,
        balance_type: 'payments',
        created,
        currency: 'usd',
        description: null,
        exchange_rate: null,
        fee,
        fee_details: [{ amount: fee, currency: 'usd', description: 'Stripe processing fees', type: 'stripe_fee' }],
        net: amount - fee,
        reporting_category: 'charge',
        source: charge,
        status: 'available',
        type: 'charge',
      };
    },
  }),
  simulate(payouts, {
    sample: (source) => {
      const created = source.epoch(source.integer(3, 360));
      return {
        id: source.id('po_', 24),
        amount: source.integer(50, 5000) * 100,
        arrival_date: created + 2 * 86_400,
        application_fee: null,
        application_fee_amount: null,
        automatic: true,
        balance_transaction: source.of('balance_transactions'),
        created,
        currency: 'usd',
        description: 'STRIPE PAYOUT',
        destination: source.id('ba_', 24),
        failure_balance_transaction: null,
        failure_code: null,
        failure_message: null,
        livemode: false,
        metadata: {},
        method: 'standard',
        original_payout: null,
        payout_method: null,
        reconciliation_status: 'completed',
        reversed_by: null,
        source_type: 'card',
        statement_descriptor: null,
        status: 'paid',
        trace_id: { status: 'supported', value: source.id('', 20) },
        type: 'bank_account',
      };
    },
  }),
  simulate(webhooks, {
    sample: (source) => ({ id: source.id('we_', 24), status: 'enabled' }),
  }),
];
