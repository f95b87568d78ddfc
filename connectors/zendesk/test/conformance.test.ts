import { testConnector } from '@connectory/testkit';
import { zendesk } from '../src/index.ts';

testConnector(zendesk);
