import { testConnector } from '@connectory/testkit';
import { emailMarketing1 } from '../src/index.ts';

testConnector(emailMarketing1, {
  partialCopies: { contacts: 'SendGrid lists the 50 most recent contacts only' },
});
