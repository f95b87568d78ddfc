import { testConnector } from '@connectory/testkit';
import { searchAds } from '../src/index.ts';

testConnector(searchAds);
