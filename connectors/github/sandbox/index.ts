import { type ConnectorSandbox, defineSandbox, simulate } from '@connectory/sandbox';
import { workflowDispatches } from '../src/entities/workflow-dispatches.ts';
import { github } from '../src/index.ts';
import { simulateEvent } from './events.ts';
import { simulatedIssues } from './issues.ts';
import { simulatedPeople } from './people.ts';
import { simulatedRepositories } from './repositories.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(github, {
  seed: 'code-hosting',
  entities: [
    ...simulatedRepositories,
    ...simulatedIssues,
    ...simulatedPeople,
    simulate(workflowDispatches, { sample: () => ({ workflow_id: 'deploy.yml', ref: 'main' }) }),
  ],
  events: simulateEvent,
});
