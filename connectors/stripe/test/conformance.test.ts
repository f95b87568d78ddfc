import { testConnector } from '@connectory/testkit';
import { stripe } from '../src/index.ts';

testConnector(stripe);
