import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { sendgrid } from '../src/index.ts';

testConnector(sendgrid, {
  sandbox,
  partialCopies: { contacts: 'SendGrid lists the 50 most recent contacts only' },
});
