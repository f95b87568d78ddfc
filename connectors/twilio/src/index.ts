import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { accounts } from './entities/accounts.ts';
import { addresses } from './entities/addresses.ts';
import { calls } from './entities/calls.ts';
import { conferences } from './entities/conferences.ts';
import { incomingPhoneNumbers } from './entities/incoming-phone-numbers.ts';
import { messages } from './entities/messages.ts';
import { outgoingCallerIds } from './entities/outgoing-caller-ids.ts';
import { queues } from './entities/queues.ts';
import { recordings } from './entities/recordings.ts';
import { transcriptions } from './entities/transcriptions.ts';
import { usageRecords } from './entities/usage-records.ts';
import { events } from './events.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Telephony and messaging (Twilio). */
export const twilio: Connector = defineConnector({
  id: 'twilio',
  kind: 'telephony and messaging',
  contractId: 'B2',
  vendor: 'Twilio',
  version: packageJson.version,
  upstream,
  entities: [
    accounts,
    calls,
    messages,
    incomingPhoneNumbers,
    recordings,
    conferences,
    usageRecords,
    addresses,
    queues,
    transcriptions,
    outgoingCallerIds,
  ],
  meanings,
  personal,
  check: { entity: 'accounts', action: 'list', params: { PageSize: 1 } },
  events,
});
