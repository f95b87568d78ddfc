import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { helpCentreApi, listParams } from './adapter.ts';

const byUser = z.object({ user_id: z.int().describe('User id') });

/** Writes for which the vendor has no idempotency keys. */
export const users = defineEntity({
  name: 'users',
  summary: 'Agents, and people who need help',
  record: z.object({ id: z.int(), name: z.string(), email: z.string().nullish(), role: z.enum(['agent', 'end-user']) }),
  key: 'id',
  actions: {
    list: helpCentreApi('GET /users', { summary: 'List users', recordsAt: 'users', params: listParams }),
    get: helpCentreApi('GET /users/{user_id}', { summary: 'Get one user', recordAt: 'user', params: byUser }),
    create: helpCentreApi('POST /users', {
      summary: 'Add a user',
      recordAt: 'user',
      params: z.object({
        user: z
          .strictObject({
            name: z.string().describe('Full name'),
            email: z.string().optional().describe('Email address'),
          })
          .describe('The new user'),
      }),
    }),
    update: helpCentreApi('PUT /users/{user_id}', {
      summary: 'Change a user',
      recordAt: 'user',
      params: byUser.extend({
        user: z.strictObject({ name: z.string().optional().describe('Full name') }).describe('What to change'),
      }),
    }),
  },
  search: { fields: ['id', 'name', 'email', 'role'] },
  sync: { via: 'list', params: { per_page: 100 } },
});
