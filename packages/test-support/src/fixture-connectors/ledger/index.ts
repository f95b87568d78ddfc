import { type Connector, defineConnector } from '@connectory/connector-sdk';
import { upstream } from './adapter.ts';
import { charges, refunds } from './bookings.ts';
import { customers } from './customers.ts';
import { events } from './events.ts';
import { balance, invoiceSends, invoices, prices } from './invoices.ts';

/** A ledger: REST with forms, pages by the last record and by a cursor, a bearer key, idempotency keys, outward effects. */
export const ledger: Connector = defineConnector({
  id: 'ledger',
  kind: 'bookkeeping',
  vendor: 'Ledger Books',
  version: '1.0.0',
  upstream,
  entities: [customers, charges, refunds, invoices, invoiceSends, prices, balance],
  meanings: {
    amount: 'Amount in cents',
    amount_due: 'Amount to be paid, in cents',
    available: 'Amounts that can be paid out, in cents',
    created: 'When it was created, in Unix seconds',
    currency: 'Three-letter ISO 4217 code',
    customer: 'ID of the customer',
    deleted: 'Whether the customer was deleted',
    delinquent: 'Whether an invoice of the customer is overdue',
    pending: 'Amounts that are not available yet, in cents',
    status: 'State of the invoice',
    unit_amount: 'Price of one unit, in cents',
  },
  personal: {
    name: 'name',
    contact: 'email',
    free_text: 'description footer terms',
    none: 'currency customer id sources',
  },
  check: { entity: 'customers', action: 'list', params: { limit: 1 } },
  events,
});
