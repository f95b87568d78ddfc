import { testConnector } from '@connectory/testkit';
import { madeUpConnectors } from '../src/index.ts';

// What suites prove with connectors that keep no rules would hold for no real one.
for (const connector of madeUpConnectors) testConnector(connector);
