import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { ashby } from '../src/index.ts';
import { simulatedCompany } from './company.ts';
import { simulateEvent } from './events.ts';
import { simulatedHiring } from './hiring.ts';
import { simulatedStages } from './stages.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(ashby, {
  seed: 'recruiting-2',
  entities: [...simulatedHiring, ...simulatedCompany, ...simulatedStages],
  events: simulateEvent,
});
