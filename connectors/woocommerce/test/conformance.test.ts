import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { woocommerce } from '../src/index.ts';

testConnector(woocommerce, { sandbox });
