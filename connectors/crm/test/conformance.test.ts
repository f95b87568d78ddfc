import { testConnector } from '@connectory/testkit';
import { crm } from '../src/index.ts';

testConnector(crm);
