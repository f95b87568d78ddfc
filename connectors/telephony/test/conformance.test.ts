import { testConnector } from '@connectory/testkit';
import { telephony } from '../src/index.ts';

testConnector(telephony);
