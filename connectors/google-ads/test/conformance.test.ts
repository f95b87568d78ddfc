import { testConnector } from '@connectory/testkit';
import { googleAds } from '../src/index.ts';

testConnector(googleAds);
