import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { incidentIo } from '../src/index.ts';
import { simulatedCompany } from './company.ts';
import { simulateEvent } from './events.ts';
import { simulatedIncidents } from './incidents.ts';
import { simulatedResponses } from './responses.ts';
import { simulatedSettings } from './settings.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(incidentIo, {
  seed: 'incident-management',
  entities: [...simulatedIncidents, ...simulatedResponses, ...simulatedSettings, ...simulatedCompany],
  events: simulateEvent,
});
