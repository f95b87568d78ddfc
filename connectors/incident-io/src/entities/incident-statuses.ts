import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { idAt, lineOrTeam, settled } from '../sample-company.ts';
import { byId, Named, number, text, timestamps } from '../shared.ts';

const incidentIo = whole('incident_status', 'incident_statuses');

/** The status of an incident; also embedded in incidents and their updates. */
export const IncidentStatus = Named.extend({ category: text, rank: number, ...timestamps });

type Line = readonly [name: string, category: string, description: string];
const lines: readonly Line[] = [
  ['Triage', 'triage', 'Somebody reported it; nobody knows yet whether it is an incident.'],
  ['Investigating', 'live', 'We look for the cause.'],
  ['Fixing', 'live', 'We know the cause and are removing it.'],
  ['Monitoring', 'live', 'The fix is out, and we watch whether it holds.'],
  ['Documenting', 'learning', 'The timeline and the cause are being written down.'],
  ['Reviewing', 'learning', 'The people involved talk about what to do differently.'],
  ['Closed', 'closed', 'Nothing is left to do.'],
  ['Declined', 'declined', 'It was no incident.'],
  ['Canceled', 'canceled', 'It was declared by mistake.'],
];
const waitingFor = (team: string): Line => [`Waiting for ${team}`, 'live', `The team ${team} has to act first.`];

/** The sample status at a position. */
export function statusAt(index: number) {
  const [name, category, description] = lineOrTeam(lines, index, waitingFor);
  return { id: idAt('statuses', index), name, description, category, rank: (index + 1) * 10, ...settled };
}

/** https://docs.incident.io/api-reference/incident-statuses-v1 */
export const incidentStatuses = defineEntity({
  name: 'incident_statuses',
  summary: 'Statuses an incident passes through, each in a category such as live or closed',
  record: IncidentStatus,
  key: 'id',
  actions: {
    list: incidentIo('GET /v1/incident_statuses', { summary: 'List all incident statuses' }),
    get: incidentIo('GET /v1/incident_statuses/{id}', { summary: 'Get one incident status', params: byId('status') }),
  },
  search: { fields: allFields(IncidentStatus) },
  sync: { via: 'list' },
  sample: ({ index }) => statusAt(index),
});
