import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { amazonAds } from '../src/index.ts';

testConnector(amazonAds, { sandbox });
