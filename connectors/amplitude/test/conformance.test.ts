import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { amplitude } from '../src/index.ts';

testConnector(amplitude, { sandbox });
