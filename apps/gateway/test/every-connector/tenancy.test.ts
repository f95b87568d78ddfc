import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { startRunningGateway } from '../running-gateway.ts';
import { describeTenancy } from '../tenancy-suite.ts';

describeTenancy(builtInConnectors, () => startRunningGateway({ connectors: builtInConnectors }));
