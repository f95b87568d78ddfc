import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { ashby } from '../src/index.ts';

testConnector(ashby, { sandbox });
