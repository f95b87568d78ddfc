import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams, User } from '../shared.ts';

/** https://developers.ashbyhq.com/reference/userlist */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the organization who work with Ashby',
  keywords: ['hiring manager', 'colleague'],
  record: User,
  key: 'id',
  actions: {
    list: ashby('POST /user.list', { summary: 'List users who are not deactivated', params: listParams }),
    get: ashby('POST /user.info', {
      summary: 'Get one user',
      params: z.object({ userId: z.string().describe('User id') }),
    }),
  },
  search: { title: ['firstName', 'lastName'], fields: ['id', 'firstName', 'lastName', 'email'] },
  sync: { via: 'list', params: { limit: 100 } },
});
