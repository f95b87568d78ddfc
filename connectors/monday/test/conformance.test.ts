import { testConnector } from '@connectory/testkit';
import { monday } from '../src/index.ts';

testConnector(monday);
