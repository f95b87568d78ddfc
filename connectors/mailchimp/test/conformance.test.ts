import { testConnector } from '@connectory/testkit';
import { mailchimp } from '../src/index.ts';

testConnector(mailchimp);
