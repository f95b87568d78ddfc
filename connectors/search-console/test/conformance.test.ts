import { testConnector } from '@connectory/testkit';
import { searchConsole } from '../src/index.ts';

testConnector(searchConsole);
