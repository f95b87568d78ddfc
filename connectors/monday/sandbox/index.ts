import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { monday } from '../src/index.ts';
import { simulatedAccount } from './account.ts';
import { simulatedBoards } from './boards.ts';
import { simulateEvent } from './events.ts';
import { simulatedFiles } from './files.ts';
import { simulatedItems } from './items.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(monday, {
  seed: 'work-management',
  entities: [...simulatedFiles, ...simulatedBoards, ...simulatedItems, ...simulatedAccount],
  events: simulateEvent,
});
