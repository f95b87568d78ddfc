import { testConnector } from '@connectory/testkit';
import { emailMarketing2 } from '../src/index.ts';

testConnector(emailMarketing2);
