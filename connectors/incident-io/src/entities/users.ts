import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, Named, pages, text, texts } from '../shared.ts';

const incidentIo = paged('user', 'users');

/** A user as other records hold one. */
export const Person = z.object({ id: z.string(), ...texts('name', 'email', 'role', 'slack_user_id') });

/** Who did something. The user is absent when it was an API key, an alert or a workflow. */
export const Actor = z.object({ user: Person.nullish() });

const AccessRole = Named.extend({ slug: text });

const User = Person.extend({ base_role: AccessRole.nullish(), custom_roles: z.array(AccessRole).nullish() });

/** https://docs.incident.io/api-reference/users-v2 */
export const users = defineEntity({
  name: 'users',
  summary: 'People in the organization; lists exclude deactivated people',
  keywords: ['colleague'],
  record: User,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/users', { summary: 'List active users', params: pages(100) }),
    get: incidentIo('GET /v2/users/{id}', { summary: 'Get one user', params: byId('user') }),
  },
  search: { title: 'name', fields: allFields(User) },
  sync: { via: 'list', params: { page_size: 100 } },
});
