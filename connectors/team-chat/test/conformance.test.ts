import { testConnector } from '@connectory/testkit';
import { teamChat } from '../src/index.ts';

testConnector(teamChat);
