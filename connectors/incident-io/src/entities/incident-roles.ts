import { absent, allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { idAt, lineOrTeam, settled } from '../sample-company.ts';
import { byId, flag, Named, texts, timestamps } from '../shared.ts';

const incidentIo = whole('incident_role', 'incident_roles');

/** A responsibility within an incident; also embedded in incidents. */
export const IncidentRole = Named.extend({
  ...texts('instructions', 'shortform', 'role_type'),
  required: flag,
  ...timestamps,
});

type Line = readonly [name: string, description: string, instructions: string];
const lines: readonly Line[] = [
  ['Incident Lead', 'Decides what is done next', 'Say who does what, and write an update every half hour.'],
  ['Reporter', 'Declared the incident', 'Tell the lead what you saw, and when.'],
  ['Communications Lead', 'Speaks for the incident', 'Send an update whenever the status changes.'],
  ['Scribe', 'Keeps the timeline', 'Pin what matters in the channel.'],
  ['Operations Lead', 'Leads the engineers', 'Approve each change before it goes out.'],
  ['Security Lead', 'Guards evidence', 'Keep logs, and call the security hotline.'],
  ['Warehouse Contact', 'Speaks with the warehouses', 'Ask which orders are late.'],
];
const contactOf = (team: string): Line => [`${team} Contact`, `Speaks for the team ${team}`, 'Bring in who is needed.'];

/** The sample role at a position: the lead, the reporter, then others. */
export function roleAt(index: number) {
  const [name, description, instructions] = lineOrTeam(lines, index, contactOf);
  const shortform = name.toLowerCase().replaceAll(' ', '-');
  const role_type = (['lead', 'reporter'] as const)[index] ?? 'custom';
  return { id: idAt('roles', index), name, description, instructions, shortform, role_type, ...settled };
}

/** https://docs.incident.io/api-reference/incident-roles-v2 */
export const incidentRoles = defineEntity({
  name: 'incident_roles',
  summary: 'Responsibilities that people have during incidents',
  record: IncidentRole,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_roles', { summary: 'List all incident roles' }),
    get: incidentIo('GET /v2/incident_roles/{id}', { summary: 'Get one incident role', params: byId('role') }),
  },
  search: {
    fields: allFields(IncidentRole, { except: ['required'] }),
    derived: { required: absent(z.boolean(), 'incident.io removed it in version 2; before that, it was always false') },
  },
  sync: { via: 'list' },
  sample: ({ index }) => ({ ...roleAt(index), required: undefined }),
});
