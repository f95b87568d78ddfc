import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { mailchimp } from '../src/index.ts';

testConnector(mailchimp, { sandbox });
