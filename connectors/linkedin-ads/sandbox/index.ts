import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { linkedinAds } from '../src/index.ts';
import { simulatedAccount } from './account.ts';
import { simulatedAnalytics } from './analytics.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(linkedinAds, {
  seed: 'professional-network-ads',
  entities: [...simulatedAnalytics, ...simulatedAccount],
});
