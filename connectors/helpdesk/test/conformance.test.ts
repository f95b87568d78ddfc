import { testConnector } from '@connectory/testkit';
import { helpdesk } from '../src/index.ts';

testConnector(helpdesk);
