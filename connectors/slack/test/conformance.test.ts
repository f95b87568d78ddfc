import { testConnector } from '@connectory/testkit';
import { slack } from '../src/index.ts';

testConnector(slack);
