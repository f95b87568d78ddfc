import { testConnector } from '@connectory/testkit';
import { twilio } from '../src/index.ts';

testConnector(twilio);
