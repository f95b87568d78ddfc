import { testConnector } from '@connectory/testkit';
import { storefront2 } from '../src/index.ts';

testConnector(storefront2);
