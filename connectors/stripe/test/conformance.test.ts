import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { stripe } from '../src/index.ts';

testConnector(stripe, { sandbox });
