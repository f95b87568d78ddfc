import { testConnector } from '@connectory/testkit';
import { recruiting2 } from '../src/index.ts';

testConnector(recruiting2);
