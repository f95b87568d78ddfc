import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { testConnector } from '../src/index.ts';

// What other suites prove with connectors that break rules would hold for no real one.
for (const connector of fixtureConnectors) {
  const sandbox = fixtureSandboxes.find((one) => one.connector === connector);
  testConnector(connector, sandbox === undefined ? {} : { sandbox });
}
