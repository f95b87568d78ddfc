import { allFields, defineEntity } from '@connectory/connector-sdk';
import { whole } from '../adapter.ts';
import { byId, Named, number, text, timestamps } from '../shared.ts';

const incidentIo = whole('incident_status', 'incident_statuses');

/** The status of an incident; also embedded in incidents and their updates. */
export const IncidentStatus = Named.extend({ category: text, rank: number, ...timestamps });

/** https://docs.incident.io/api-reference/incident-statuses-v1 */
export const incidentStatuses = defineEntity({
  name: 'incident_statuses',
  summary: 'Statuses an incident passes through, each in a category such as live or closed',
  keywords: ['state', 'stage', 'triage investigating', 'phases', 'lifecycle', 'life cycle'],
  record: IncidentStatus,
  key: 'id',
  actions: {
    list: incidentIo('GET /v1/incident_statuses', { summary: 'List all incident statuses' }),
    get: incidentIo('GET /v1/incident_statuses/{id}', { summary: 'Get one incident status', params: byId('status') }),
  },
  search: { title: 'name', fields: allFields(IncidentStatus) },
  sync: { via: 'list' },
});
