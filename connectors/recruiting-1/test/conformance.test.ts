import { testConnector } from '@connectory/testkit';
import { recruiting1 } from '../src/index.ts';

testConnector(recruiting1);
