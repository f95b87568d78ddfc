import { testConnector } from '@connectory/testkit';
import { marketplaceAds } from '../src/index.ts';

testConnector(marketplaceAds);
