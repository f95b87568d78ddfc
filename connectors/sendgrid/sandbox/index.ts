import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { sendgrid } from '../src/index.ts';
import { simulatedContacts } from './contacts.ts';
import { simulateEvent } from './events.ts';
import { simulatedSends } from './sends.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(sendgrid, {
  seed: 'email-marketing-1',
  entities: [...simulatedContacts, ...simulatedSends],
  events: simulateEvent,
});
