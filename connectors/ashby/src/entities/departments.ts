import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams, object } from '../shared.ts';

const Department = z.object({
  id: z.string(),
  name: z.string().nullish(),
  externalName: z.string().nullish(),
  isArchived: z.boolean().nullish(),
  parentId: z.string().nullish(),
  createdAt: time().nullish(),
  updatedAt: time().nullish(),
  extraData: object.nullish(),
});

/** https://developers.ashbyhq.com/reference/departmentlist */
export const departments = defineEntity({
  name: 'departments',
  summary: 'Departments and teams of the organization',
  keywords: ['dept', 'division', 'parent department', 'org chart', 'cost centre', 'org structure'],
  record: Department,
  key: 'id',
  actions: {
    list: ashby('POST /department.list', { summary: 'List departments that are not archived', params: listParams }),
    get: ashby('POST /department.info', {
      summary: 'Get one department',
      params: z.object({ departmentId: z.string().describe('Department id') }),
    }),
  },
});
