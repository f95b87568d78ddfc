import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { balance } from './entities/balance.ts';
import { balanceTransactions } from './entities/balance-transactions.ts';
import { charges } from './entities/charges.ts';
import { checkoutSessions } from './entities/checkout-sessions.ts';
import { customers } from './entities/customers.ts';
import { disputes } from './entities/disputes.ts';
import { invoiceFinalizations } from './entities/invoice-finalizations.ts';
import { invoiceSends } from './entities/invoice-sends.ts';
import { invoices } from './entities/invoices.ts';
import { paymentIntentCancellations } from './entities/payment-intent-cancellations.ts';
import { paymentIntentConfirmations } from './entities/payment-intent-confirmations.ts';
import { paymentIntents } from './entities/payment-intents.ts';
import { paymentMethodAttachments } from './entities/payment-method-attachments.ts';
import { payouts } from './entities/payouts.ts';
import { prices } from './entities/prices.ts';
import { products } from './entities/products.ts';
import { refunds } from './entities/refunds.ts';
import { subscriptions } from './entities/subscriptions.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Payments (Stripe). */
export const stripe: Connector = defineConnector({
  id: 'stripe',
  kind: 'payments',
  contractId: 'A5',
  vendor: 'Stripe',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    customers,
    invoices,
    invoiceFinalizations,
    invoiceSends,
    charges,
    subscriptions,
    refunds,
    products,
    balance,
    balanceTransactions,
    paymentIntents,
    paymentIntentConfirmations,
    paymentIntentCancellations,
    prices,
    checkoutSessions,
    paymentMethodAttachments,
    disputes,
    payouts,
  ],
  meanings,
  personal,
  check: {
    entity: 'customers',
    action: 'list',
    params: { limit: 1 },
    account: { at: 'settings.dashboard.display_name', from: 'GET https://api.stripe.com/v1/account' },
  },
  events,
});
