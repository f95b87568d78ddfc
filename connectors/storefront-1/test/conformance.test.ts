import { testConnector } from '@connectory/testkit';
import { storefront1 } from '../src/index.ts';

testConnector(storefront1);
