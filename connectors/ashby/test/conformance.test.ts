import { testConnector } from '@connectory/testkit';
import { ashby } from '../src/index.ts';

testConnector(ashby);
