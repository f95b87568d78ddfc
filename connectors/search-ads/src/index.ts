import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { accessibleCustomers } from './entities/accessible-customers.ts';
import { accounts } from './entities/accounts.ts';
import { adGroupAdLabels } from './entities/ad-group-ad-labels.ts';
import { adGroupAds } from './entities/ad-group-ads.ts';
import { adGroupLabels } from './entities/ad-group-labels.ts';
import { adGroups } from './entities/ad-groups.ts';
import { campaignLabels } from './entities/campaign-labels.ts';
import { campaigns } from './entities/campaigns.ts';
import { labels } from './entities/labels.ts';

/** Search advertising (Google Ads): contract B1. */
export const searchAds: Connector = defineConnector({
  id: 'search-ads',
  kind: 'search-advertising platform',
  vendor: 'Google Ads',
  version: packageJson.version,
  upstream,
  entities: [
    accessibleCustomers,
    accounts,
    campaigns,
    adGroups,
    adGroupAds,
    campaignLabels,
    adGroupLabels,
    adGroupAdLabels,
    labels,
  ],
  check: { entity: 'accessible_customers', action: 'list', params: {} },
});
