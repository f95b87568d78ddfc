import { hasConsent } from '@connectory/consent';
import { madeUpConnectors } from '@connectory/made-up-connectors';
import { testedConnectors } from '@connectory/tested-connectors';
import { startRunningGateway } from '../running-gateway.ts';
import { describeTenancy } from '../tenancy-suite.ts';

// Not every connector can be connected by consent, but every workspace has an OAuth application.
const consenting = madeUpConnectors.filter(({ upstream }) => Object.values(upstream.authentication).some(hasConsent));
const connectors = [...testedConnectors, ...consenting.slice(0, 1)];

describeTenancy(connectors, () => startRunningGateway({ connectors }));
