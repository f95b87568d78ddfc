import { testConnector } from '@connectory/testkit';
import { github } from '../src/index.ts';

testConnector(github);
