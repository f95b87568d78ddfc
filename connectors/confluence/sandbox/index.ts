import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { confluence } from '../src/index.ts';
import { simulatedComments } from './comments.ts';
import { simulateEvent } from './events.ts';
import { simulatedSite } from './site.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(confluence, {
  seed: 'wiki',
  entities: [...simulatedSite, ...simulatedComments],
  events: simulateEvent,
});
