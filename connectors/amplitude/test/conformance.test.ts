import { testConnector } from '@connectory/testkit';
import { amplitude } from '../src/index.ts';

testConnector(amplitude);
