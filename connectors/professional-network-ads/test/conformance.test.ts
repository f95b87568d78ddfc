import { testConnector } from '@connectory/testkit';
import { professionalNetworkAds } from '../src/index.ts';

testConnector(professionalNetworkAds);
