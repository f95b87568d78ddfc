import { testConnector } from '@connectory/testkit';
import { shopify } from '../src/index.ts';

testConnector(shopify);
