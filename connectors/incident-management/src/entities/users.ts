import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { Person } from '../records/person.ts';
import { idAt, personAt } from '../sample-company.ts';
import { byId, Named, pages, text } from '../shared.ts';

const incidentIo = paged('user', 'users');

const AccessRole = Named.extend({ slug: text });

const User = Person.extend({ base_role: AccessRole.nullish(), custom_roles: z.array(AccessRole).nullish() });

const [owner, admin, responder, scheduler] = [
  ['Owner', 'May do everything, and pays the bills'],
  ['Admin', 'Manages settings and people'],
  ['Responder', 'Declares and works on incidents'],
  ['Scheduler', 'Manages on-call schedules'],
].map(([name = '', description], index) => ({
  id: idAt('access', index),
  name,
  slug: name.toLowerCase(),
  description,
}));

/** Contract B8, users; https://docs.incident.io/api-reference/users-v2 */
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
    base_role: index === 0 ? owner : index < 4 ? admin : responder,
    custom_roles: index % 5 === 4 ? [scheduler] : [],
    is_active: true,
  }),
});
