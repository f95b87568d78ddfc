import { madeUpConnectors } from '@connectory/test-support/fixture-connectors';
import { testConnector } from '../src/index.ts';

// What other suites prove with connectors that break rules would hold for no real one.
for (const connector of madeUpConnectors) testConnector(connector);
