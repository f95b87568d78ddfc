import { testConnector } from '@connectory/testkit';
import { payments } from '../src/index.ts';

testConnector(payments);
