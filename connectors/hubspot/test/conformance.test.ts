import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { hubspot } from '../src/index.ts';

testConnector(hubspot, { sandbox });
