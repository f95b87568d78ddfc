import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { greenhouse } from '../src/index.ts';
import { simulatedApplications } from './applications.ts';
import { simulatedCompany } from './company.ts';
import { simulatedCustomFields } from './custom-fields.ts';
import { simulateEvent } from './events.ts';
import { simulatedJobs } from './jobs.ts';
import { simulatedStages } from './stages.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(greenhouse, {
  seed: 'recruiting-1',
  entities: [
    ...simulatedApplications,
    ...simulatedCompany,
    ...simulatedJobs,
    ...simulatedStages,
    ...simulatedCustomFields,
  ],
  events: simulateEvent,
});
