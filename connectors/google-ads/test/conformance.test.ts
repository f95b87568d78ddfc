import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { googleAds } from '../src/index.ts';

testConnector(googleAds, { sandbox });
