import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { assigneeId, ofIncident, Task, taskStatus } from '../records/task.ts';
import { byId, pages } from '../shared.ts';

const incidentIo = paged('action', 'actions');
const description = z.string().min(1).describe('What is to be done, in Markdown');

/** https://docs.incident.io/api-reference/actions-v3 */
export const incidentActions = defineEntity({
  name: 'incident_actions',
  summary: 'Tasks during an incident',
  keywords: ['todo during the outage', 'action items', 'assign a task', 'who does what'],
  beyondContract: true,
  record: Task,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/actions', {
      summary: 'List actions, oldest first',
      params: pages(25).extend({ incident_id: z.string().optional().describe('Only those of this incident') }),
    }),
    get: incidentIo('GET /v3/actions/{id}', { summary: 'Get one action', params: byId('action') }),
    create: incidentIo('POST /v3/actions', {
      summary: 'Add an action to an incident',
      params: z.object({
        incident_id: ofIncident,
        description,
        assignee_id: z.string().optional().describe('User id of the person who is to do it'),
      }),
    }),
    update: incidentIo('PUT /v3/actions/{id}', {
      summary: 'Replace text, state and assignee of an action',
      params: byId('action').extend({ description, status: taskStatus, assignee_id: assigneeId }),
    }),
    delete: incidentIo('DELETE /v3/actions/{id}', {
      summary: 'Delete an action',
      params: byId('action'),
      result: z.object({}),
      recordAt: '',
    }),
  },
});
