import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { githubRest } from '../adapter.ts';
import { inRepository } from '../shared.ts';

const Dispatch = z.object({ workflow_id: z.string(), ref: z.string().describe('Branch or tag it runs on') });

/** https://docs.github.com/rest/actions/workflows#create-a-workflow-dispatch-event */
export const workflowDispatches = defineEntity({
  beyondContract: true,
  name: 'workflow_dispatches',
  summary: 'Runs of workflows that are started by hand',
  keywords: ['run the workflow', 'trigger action', 'start the deployment', 'run ci', 'github actions'],
  record: Dispatch,
  key: null,
  actions: {
    create: githubRest('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      summary: 'Start a workflow that has the trigger workflow_dispatch',
      effect: 'outward',
      params: inRepository.extend({
        workflow_id: z.string().describe('File name of the workflow, such as deploy.yml, or its id'),
        ref: z.string().describe('Branch or tag to run it on'),
        inputs: z.record(z.string(), z.string()).optional().describe('Inputs of the workflow by name'),
      }),
      toRecord: (_response, { workflow_id, ref }) => ({ workflow_id, ref }),
    }),
  },
});
