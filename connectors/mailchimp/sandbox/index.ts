import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { mailchimp } from '../src/index.ts';
import { simulatedAudiences } from './audiences.ts';
import { simulatedCampaigns } from './campaigns.ts';
import { simulatedContacts } from './contacts.ts';
import { simulateEvent } from './events.ts';
import { simulatedMergeFields } from './merge-fields.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(mailchimp, {
  seed: 'email-marketing-2',
  entities: [...simulatedCampaigns, ...simulatedAudiences, ...simulatedContacts, simulatedMergeFields],
  events: simulateEvent,
});
