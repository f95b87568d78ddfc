import { testConnector } from '@connectory/testkit';
import { hubspot } from '../src/index.ts';

testConnector(hubspot);
