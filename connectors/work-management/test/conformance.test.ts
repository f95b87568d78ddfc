import { testConnector } from '@connectory/testkit';
import { workManagement } from '../src/index.ts';

testConnector(workManagement);
