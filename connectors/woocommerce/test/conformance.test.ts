import { testConnector } from '@connectory/testkit';
import { woocommerce } from '../src/index.ts';

testConnector(woocommerce);
