import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { hubspot } from '../src/index.ts';
import { simulatedEngagements } from './engagements.ts';
import { simulateEvent } from './events.ts';
import { simulatedFiles } from './files.ts';
import { simulatedRecords } from './records.ts';
import { simulatedSchemas } from './schemas.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(hubspot, {
  seed: 'crm',
  entities: [...simulatedFiles, ...simulatedRecords, ...simulatedEngagements, ...simulatedSchemas],
  events: simulateEvent,
});
