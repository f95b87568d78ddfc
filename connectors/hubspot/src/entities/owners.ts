import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { ownerIds } from '../sample-account.ts';

const Owner = z.object({
  id: z.string(),
  email: z.string().nullish(),
  type: z.string().nullish().describe('`PERSON`, or `QUEUE` for a queue of the help desk'),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  userId: z.int().nullish().describe('Id of the user; absent if the user was removed'),
  userIdIncludingInactive: z.int().nullish().describe('Id of the user, also if the user was removed'),
  createdAt: time(),
  updatedAt: time(),
  archived: z.boolean(),
  teams: z.array(z.object({ id: z.string(), name: z.string(), primary: z.boolean() })).nullish(),
});

/** https://developers.hubspot.com/docs/api-reference/crm-crm-owners-v3/guide */
export const owners = defineEntity({
  name: 'owners',
  beyondContract: true,
  summary: 'People of the team to whom records are assigned',
  keywords: ['sales rep', 'salesperson', 'account manager', 'assignee', 'who owns', 'hubspot user', 'colleague'],
  record: Owner,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/owners', {
      summary: 'List owners',
      params: z.object({
        email: z.string().optional().describe('Only the owner with this email address'),
        limit: z.int().min(1).max(500).default(100).describe('Number of records per page'),
        after: z.string().optional().describe('The next_cursor of the previous response'),
        archived: z.boolean().optional().describe('Whether to list archived owners instead of active ones'),
      }),
    }),
    get: hubspot('GET /crm/v3/owners/{ownerId}', {
      summary: 'Get one owner',
      params: z.object({
        ownerId: z
          .string()
          .describe('Owner id, or user id if idProperty says so')
          .meta({ examples: [ownerIds[0]] }),
        idProperty: z.enum(['id', 'userId']).optional().describe('Which of the two the id is; `id` by default'),
        archived: z.boolean().optional().describe('Whether the owner is archived'),
      }),
    }),
  },
  search: {
    title: ['firstName', 'lastName', 'email'],
    fields: ['archived', 'createdAt', 'email', 'firstName', 'id', 'lastName', 'updatedAt', 'userId'],
  },
  sync: { via: 'list', params: { limit: 500 } },
});
