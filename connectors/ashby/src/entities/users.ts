import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams, User } from '../shared.ts';

/** https://developers.ashbyhq.com/reference/userlist */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the organization who work with Ashby',
  record: User,
  key: 'id',
  actions: {
    list: ashby('POST /user.list', { summary: 'List users who are not deactivated', params: listParams }),
    get: ashby('POST /user.info', {
      summary: 'Get one user',
      params: z.object({ userId: z.string().describe('User id') }),
    }),
  },
  search: {
    fields: ['id', 'firstName', 'lastName', 'email'],
  },
  sync: { via: 'list', params: { limit: 100 } },
  sample: (source) => {
    const person = source.person();
    return {
      firstName: person.first,
      lastName: person.last,
      email: person.email,
      globalRole: source.pick(['Organization Admin', 'Elevated Access', 'Limited Access', 'External Recruiter']),
      isEnabled: true,
      updatedAt: source.time(source.integer(1, 200)),
    };
  },
});
