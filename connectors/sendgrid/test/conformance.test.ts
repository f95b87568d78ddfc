import { testConnector } from '@connectory/testkit';
import { sendgrid } from '../src/index.ts';

testConnector(sendgrid, {
  partialCopies: { contacts: 'SendGrid lists the 50 most recent contacts only' },
});
