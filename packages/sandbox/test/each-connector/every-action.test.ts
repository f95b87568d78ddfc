import { testedConnectors } from '@connectory/tested-connectors';
import { everyActionSuite } from '../every-action-suite.ts';

everyActionSuite(testedConnectors);
