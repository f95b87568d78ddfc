import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { Person } from '../records/person.ts';
import { idAt, personAt } from '../sample-company.ts';
import { byId, Named, pages, text } from '../shared.ts';

const incidentIo = paged('user', 'users');

const AccessRole = Named.extend({ slug: text });

const User = Person.extend({ base_role: AccessRole.nullish(), custom_roles: z.array(AccessRole).nullish() });

const access = [
  ['Owner', 'owner', 'May do everything, and pays the bills'],
  ['Admin', 'admin', 'Manages settings and people'],
  ['Responder', 'responder', 'Declares and works on incidents'],
] as const;

function sampleAccess(level: number) {
  const [name, slug, description] = access[level] ?? [
    'Schedule editor',
    'schedule-editor',
    'Manages on-call schedules',
  ];
  return { id: idAt('access', level), name, slug, description };
}

/** Contract B8, users; https://api-docs.incident.io/tag/Users-V2 */
export const users = defineEntity({
  name: 'users',
  summary: 'People of the organization; lists leave out those that were deactivated',
  record: User,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/users', { summary: 'List users that are active', params: pages(100) }),
    get: incidentIo('GET /v2/users/{id}', { summary: 'Get one user', params: byId('user') }),
  },
  search: { fields: allFields(User) },
  sync: { via: 'list', params: { page_size: 100 } },
  sample: ({ index }) => ({
    ...personAt(index),
    base_role: sampleAccess(index === 0 ? 0 : index < 4 ? 1 : 2),
    custom_roles: index % 5 === 4 ? [sampleAccess(3)] : [],
    is_active: true,
  }),
});
