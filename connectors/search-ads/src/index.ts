import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { accessibleCustomers } from './entities/accessible-customers.ts';
import { accounts } from './entities/accounts.ts';
import { campaigns } from './entities/campaigns.ts';

/** Search advertising (Google Ads): contract B1. */
export const searchAds: Connector = defineConnector({
  id: 'search-ads',
  kind: 'search-advertising platform',
  vendor: 'Google Ads',
  version: packageJson.version,
  upstream,
  entities: [accessibleCustomers, accounts, campaigns],
  check: { entity: 'accessible_customers', action: 'list', params: {} },
});
