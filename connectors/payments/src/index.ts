import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { customers } from './entities/customers.ts';

/** Payments (Stripe): contract A5. */
export const payments: Connector = defineConnector({
  id: 'payments',
  kind: 'payments',
  vendor: 'Stripe',
  version: packageJson.version,
  upstream,
  entities: [customers],
  check: { entity: 'customers', action: 'list', params: { limit: 1 } },
});
