import { testConnector } from '@connectory/testkit';
import { linkedinAds } from '../src/index.ts';

testConnector(linkedinAds);
