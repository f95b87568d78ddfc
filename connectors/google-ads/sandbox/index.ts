import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { googleAds } from '../src/index.ts';
import { simulatedAccount } from './account.ts';
import { simulatedCampaigns } from './campaigns.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(googleAds, {
  seed: 'search-ads',
  entities: [...simulatedAccount, ...simulatedCampaigns],
});
