import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { shopify } from '../src/index.ts';

testConnector(shopify, { sandbox });
