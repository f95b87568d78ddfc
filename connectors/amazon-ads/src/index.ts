import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { portfolios } from './entities/portfolios.ts';
import { profiles } from './entities/profiles.ts';
import { sponsoredBrandsAdGroups } from './entities/sponsored-brands-ad-groups.ts';
import { sponsoredBrandsCampaigns } from './entities/sponsored-brands-campaigns.ts';
import { sponsoredProductAdGroups } from './entities/sponsored-product-ad-groups.ts';
import { sponsoredProductCampaigns } from './entities/sponsored-product-campaigns.ts';
import { sponsoredProductKeywords } from './entities/sponsored-product-keywords.ts';
import { sponsoredProductNegativeKeywords } from './entities/sponsored-product-negative-keywords.ts';
import { sponsoredProductNegativeTargets } from './entities/sponsored-product-negative-targets.ts';
import { sponsoredProductProductAds } from './entities/sponsored-product-product-ads.ts';
import { sponsoredProductTargets } from './entities/sponsored-product-targets.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Retail-marketplace advertising (Amazon Ads). */
export const amazonAds: Connector = defineConnector({
  id: 'amazon-ads',
  kind: 'retail-marketplace advertising',
  contractId: 'B5',
  vendor: 'Amazon Ads',
  version: packageJson.version,
  upstream,
  entities: [
    profiles,
    portfolios,
    sponsoredProductCampaigns,
    sponsoredProductAdGroups,
    sponsoredProductKeywords,
    sponsoredProductProductAds,
    sponsoredProductTargets,
    sponsoredProductNegativeKeywords,
    sponsoredProductNegativeTargets,
    sponsoredBrandsCampaigns,
    sponsoredBrandsAdGroups,
  ],
  meanings,
  personal,
  check: { entity: 'profiles', action: 'list', params: {} },
});
