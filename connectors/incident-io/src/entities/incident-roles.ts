import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { byId, flag, Named, texts, timestamps } from '../shared.ts';

const incidentIo = whole('incident_role', 'incident_roles');

/** A responsibility within an incident; also embedded in incidents. */
export const IncidentRole = Named.extend({
  ...texts('instructions', 'shortform', 'role_type'),
  required: flag,
  ...timestamps,
});

/** https://docs.incident.io/api-reference/incident-roles-v2 */
export const incidentRoles = defineEntity({
  name: 'incident_roles',
  summary: 'Responsibilities that people have during incidents',
  keywords: ['lead', 'in command', 'outage', 'communications lead', 'scribe', 'incident commander'],
  record: IncidentRole,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_roles', { summary: 'List all incident roles' }),
    get: incidentIo('GET /v2/incident_roles/{id}', { summary: 'Get one incident role', params: byId('role') }),
  },
  search: {
    title: 'name',
    fields: allFields(IncidentRole, { except: ['required'] }),
    derived: { required: absent(z.boolean(), 'incident.io removed it in version 2; before that, it was always false') },
  },
  sync: { via: 'list' },
});
