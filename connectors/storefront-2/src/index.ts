import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { customerAddress } from './entities/customer-address.ts';
import { customers } from './entities/customers.ts';

/** Storefront platform 2 (Shopify): contract B10. */
export const storefront2: Connector = defineConnector({
  id: 'storefront-2',
  kind: 'storefront platform 2',
  vendor: 'Shopify',
  version: packageJson.version,
  upstream,
  entities: [customers, customerAddress],
  check: { entity: 'customers', action: 'list', params: { limit: 1 } },
});
