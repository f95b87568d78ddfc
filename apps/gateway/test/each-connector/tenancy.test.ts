import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { hasConsent } from '@connectory/upstream';
import { describe } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { startRunningGateway } from '../running-gateway.ts';
import { describeTenancy } from '../tenancy-suite.ts';

// Not every connector can be connected by consent, but every workspace has an OAuth application.
const consenting = fixtureConnectors.filter(({ upstream }) => Object.values(upstream.authentication).some(hasConsent));

// The operations of the gateway itself are sent with made-up connectors.
describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (_id, connector) => {
  const connectors = [connector, ...consenting.slice(0, 1)];
  describeTenancy(
    connectors,
    () => startRunningGateway({ connectors, sandboxes: [...fixtureSandboxes, ...builtInSandboxes] }),
    { isOfOneConnector: true },
  );
});
