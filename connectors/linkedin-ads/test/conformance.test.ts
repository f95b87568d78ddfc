import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { linkedinAds } from '../src/index.ts';

testConnector(linkedinAds, { sandbox });
