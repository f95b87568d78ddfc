import { madeUpConnectors } from '@connectory/test-support/fixture-connectors';
import { madeUpSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { testConnector } from '../src/index.ts';

// What other suites prove with connectors that break rules would hold for no real one.
for (const connector of madeUpConnectors) {
  const sandbox = madeUpSandboxes.find((one) => one.connector === connector);
  testConnector(connector, sandbox === undefined ? {} : { sandbox });
}
