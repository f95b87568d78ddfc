import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { accessibleCustomers } from './entities/accessible-customers.ts';
import { accounts } from './entities/accounts.ts';
import { adGroupAdLabels } from './entities/ad-group-ad-labels.ts';
import { adGroupAds } from './entities/ad-group-ads.ts';
import { adGroupCriteria } from './entities/ad-group-criteria.ts';
import { adGroupLabels } from './entities/ad-group-labels.ts';
import { adGroups } from './entities/ad-groups.ts';
import { campaignBudgets } from './entities/campaign-budgets.ts';
import { campaignLabels } from './entities/campaign-labels.ts';
import { campaigns } from './entities/campaigns.ts';
import { labels } from './entities/labels.ts';
import { logo } from './logo.ts';
import { personal } from './personal.ts';

/** Search advertising (Google Ads). */
export const googleAds: Connector = defineConnector({
  id: 'google-ads',
  kind: 'search-advertising platform',
  contractId: 'B1',
  vendor: 'Google Ads',
  logo,
  version: packageJson.version,
  upstream,
  entities: [
    accessibleCustomers,
    accounts,
    campaigns,
    campaignBudgets,
    adGroups,
    adGroupCriteria,
    adGroupAds,
    campaignLabels,
    adGroupLabels,
    adGroupAdLabels,
    labels,
  ],
  personal,
  check: { entity: 'accessible_customers', action: 'list', params: {} },
});
