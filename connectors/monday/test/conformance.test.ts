import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { monday } from '../src/index.ts';

testConnector(monday, { sandbox });
