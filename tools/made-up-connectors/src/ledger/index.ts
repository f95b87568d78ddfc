import { type Connector, defineConnector } from '@connectory/connector-sdk';
import { upstream } from './adapter.ts';
import { charges, refunds } from './bookings.ts';
import { customers } from './customers.ts';
import { balance, invoiceSends, invoices, prices } from './invoices.ts';

/** A ledger: REST with forms, pages by the last record and by a cursor, a bearer key, idempotency keys, outward effects. */
export const ledger: Connector = defineConnector({
  id: 'ledger',
  kind: 'bookkeeping',
  vendor: 'Ledger Books',
  version: '1.0.0',
  upstream,
  entities: [customers, charges, refunds, invoices, invoiceSends, prices, balance],
  check: { entity: 'customers', action: 'list', params: { limit: 1 } },
});
