import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { slack } from '../src/index.ts';

testConnector(slack, { sandbox });
