import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { twilio } from '../src/index.ts';

testConnector(twilio, { sandbox });
