import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { googleSearchConsole } from '../src/index.ts';
import { simulatedAnalytics } from './figures.ts';
import { simulatedProperties } from './properties.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(googleSearchConsole, {
  seed: 'search-console',
  entities: [...simulatedProperties, ...simulatedAnalytics],
});
