import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { accountUsers } from './entities/account-users.ts';
import { accounts } from './entities/accounts.ts';
import { adCampaignAnalytics } from './entities/ad-campaign-analytics.ts';
import { adCreativeAnalytics } from './entities/ad-creative-analytics.ts';
import { audienceAnalytics } from './entities/audience-analytics.ts';
import { campaignConversions } from './entities/campaign-conversions.ts';
import { campaignGroups } from './entities/campaign-groups.ts';
import { campaigns } from './entities/campaigns.ts';
import { conversionEvents } from './entities/conversion-events.ts';
import { conversions } from './entities/conversions.ts';
import { creatives } from './entities/creatives.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Professional-network advertising (LinkedIn Ads). */
export const linkedinAds: Connector = defineConnector({
  id: 'linkedin-ads',
  kind: 'professional-network advertising',
  contractId: 'A7',
  vendor: 'LinkedIn Ads',
  version: packageJson.version,
  upstream,
  entities: [
    accounts,
    accountUsers,
    campaigns,
    campaignGroups,
    creatives,
    conversions,
    conversionEvents,
    campaignConversions,
    adCampaignAnalytics,
    adCreativeAnalytics,
    ...audienceAnalytics,
  ],
  meanings,
  personal,
  check: { entity: 'accounts', action: 'list', params: { q: 'search', pageSize: 1 } },
});
