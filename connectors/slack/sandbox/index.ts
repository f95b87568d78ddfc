import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { slack } from '../src/index.ts';
import { simulatedChannels } from './channels.ts';
import { simulateEvent } from './events.ts';
import { simulatedFiles } from './files.ts';
import { simulatedGroups } from './groups.ts';
import { simulatedMessages } from './messages.ts';
import { simulatedWorkspace } from './workspace.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(slack, {
  seed: 'team-chat',
  entities: [...simulatedFiles, ...simulatedChannels, ...simulatedMessages, ...simulatedGroups, ...simulatedWorkspace],
  events: simulateEvent,
});
