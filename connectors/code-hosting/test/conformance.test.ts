import { testConnector } from '@connectory/testkit';
import { codeHosting } from '../src/index.ts';

testConnector(codeHosting);
