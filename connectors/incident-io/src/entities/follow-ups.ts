import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { assigneeId, ofIncident, Task, taskStatus } from '../records/task.ts';
import { byId, listOf, Named, pages, text } from '../shared.ts';

const incidentIo = paged('follow_up', 'follow_ups');

const FollowUp = Task.extend({
  title: text,
  labels: listOf(z.string()),
  priority: Named.nullish(),
  category: Named.nullish(),
  assignee_team: Named.pick({ id: true, name: true }).nullish(),
});

const input = {
  title: z.string().min(1).describe('Title'),
  description: z.string().optional().describe('What is to be done, in Markdown'),
  assignee_id: assigneeId,
  assignee_team_id: z.string().nullable().optional().describe('Id of the team that is to do it'),
  follow_up_priority_option_id: z.string().optional().describe('Id of the priority'),
  follow_up_category_id: z.string().optional().describe('Id of the category'),
  labels: z.array(z.string()).optional().describe('Labels'),
};

/** https://docs.incident.io/api-reference/follow-ups-v3 */
export const followUps = defineEntity({
  name: 'follow_ups',
  summary: 'Tasks that remain after an incident',
  keywords: ['action items', 'after the outage', 'post-mortem tasks', 'retro tasks', 'lessons learned'],
  beyondContract: true,
  record: FollowUp,
  key: 'id',
  actions: {
    list: incidentIo('GET /v3/follow_ups', {
      summary: 'List follow-ups, oldest first',
      params: pages(25).extend({ incident_id: z.string().optional().describe('Only those of this incident') }),
    }),
    get: incidentIo('GET /v3/follow_ups/{id}', { summary: 'Get one follow-up', params: byId('follow-up') }),
    create: incidentIo('POST /v3/follow_ups', {
      summary: 'Add a follow-up to an incident',
      params: z.object({ incident_id: ofIncident, ...input }),
    }),
    update: incidentIo('PUT /v3/follow_ups/{id}', {
      summary: 'Replace text, state and assignee of a follow-up',
      params: byId('follow-up').extend({ ...input, status: taskStatus }),
    }),
    delete: incidentIo('DELETE /v3/follow_ups/{id}', {
      summary: 'Delete a follow-up',
      params: byId('follow-up'),
      result: z.object({}),
      recordAt: '',
    }),
  },
});
