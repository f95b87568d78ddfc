import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { taskId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Task = crmObject([
  'hs_createdate',
  'hs_lastmodifieddate',
  'hs_object_id',
  'hs_task_body',
  'hs_task_priority',
  'hs_task_reminders',
  'hs_task_status',
  'hs_task_subject',
  'hs_task_type',
  'hs_timestamp',
  'hubspot_owner_id',
]);

const writable = {
  properties: {
    hs_timestamp: 'When the task is due, as ISO 8601 or Unix milliseconds',
    hs_task_subject: 'Title of the task',
    hs_task_body: 'Notes on the task',
    hs_task_status: '`NOT_STARTED` or `COMPLETED`; `IN_PROGRESS`, `WAITING` or `DEFERRED` are also accepted',
    hs_task_priority: '`LOW`, `MEDIUM` or `HIGH`',
    hs_task_type: '`TODO`, `CALL` or `EMAIL`',
    hs_task_reminders: 'When to remind the owner, in Unix milliseconds',
    hubspot_owner_id: 'Id of the person it is assigned to, as `owners` has it',
  },
  required: ['hs_timestamp', 'hs_task_subject'],
  example: { hs_timestamp: '2026-11-04T09:00:00Z', hs_task_subject: 'Send the quote', hs_task_priority: 'HIGH' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-tasks-v3/guide */
export const tasks = defineEntity({
  name: 'tasks',
  beyondContract: true,
  summary: 'What people of the team have to do, with due dates',
  keywords: ['to-do', 'todo', 'reminder', 'follow up', 'follow-up', 'due today', 'overdue', 'next step', 'assign to'],
  record: Task,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/tasks', { summary: 'List tasks', params: listParams }),
    create: hubspot('POST /crm/v3/objects/tasks', {
      summary: 'Create a task for a person of the team, about contacts, companies, deals or tickets',
      ...creationOf('tasks', writable),
    }),
    get: hubspot('GET /crm/v3/objects/tasks/{taskId}', {
      summary: 'Get one task',
      params: getParams.extend({ taskId: idLike(taskId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/tasks/{taskId}', {
      summary: 'Change properties of a task; omitted ones stay unchanged',
      ...changeOf({ taskId: idLike(taskId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/tasks/{taskId}', {
      summary: 'Move a task to the recycling bin',
      params: z.object({ taskId: z.string().describe('Id of the task') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/tasks/search', { summary: 'Search tasks', ...searchOf(Task) }),
  },
  ...copyOf('tasks', Task, 'companies', 'contacts', 'deals', 'tickets'),
});
