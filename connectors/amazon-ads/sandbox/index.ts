import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { amazonAds } from '../src/index.ts';
import { simulatedEntities } from './entities.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(amazonAds, {
  seed: 'marketplace-ads',
  entities: [...simulatedEntities],
});
