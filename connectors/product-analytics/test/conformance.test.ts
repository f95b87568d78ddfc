import { testConnector } from '@connectory/testkit';
import { productAnalytics } from '../src/index.ts';

testConnector(productAnalytics);
