import { testConnector } from '@connectory/testkit';
import { emailMarketing1 } from '../src/index.ts';

testConnector(emailMarketing1);
