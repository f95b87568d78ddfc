import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { zendesk } from '../src/index.ts';

testConnector(zendesk, { sandbox });
