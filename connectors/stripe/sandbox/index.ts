import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { stripe } from '../src/index.ts';
import { simulatedAccount } from './account.ts';
import { simulateEvent } from './events.ts';
import { simulatedInvoices } from './invoices.ts';
import { simulatedPayments } from './payments.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(stripe, {
  seed: 'payments',
  entities: [...simulatedAccount, ...simulatedPayments, ...simulatedInvoices],
  events: simulateEvent,
});
