import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { github } from '../src/index.ts';
import { simulateEvent } from './events.ts';
import { simulatedIssues } from './issues.ts';
import { simulatedPeople } from './people.ts';
import { simulatedRepositories } from './repositories.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(github, {
  seed: 'code-hosting',
  entities: [...simulatedRepositories, ...simulatedIssues, ...simulatedPeople],
  events: simulateEvent,
});
