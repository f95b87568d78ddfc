import { builtInConnectors, builtInSandboxes } from '../built-in-connectors.ts';
import { everyActionSuite } from '../every-action-suite.ts';

everyActionSuite(builtInConnectors, builtInSandboxes);
