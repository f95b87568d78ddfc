import { testConnector } from '@connectory/testkit';
import { amazonAds } from '../src/index.ts';

testConnector(amazonAds);
