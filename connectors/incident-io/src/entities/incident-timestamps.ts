import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { byId, number, text } from '../shared.ts';

const incidentIo = whole('incident_timestamp', 'incident_timestamps');

/** A moment that is noted in incidents; also embedded in them. */
export const IncidentTimestamp = z.object({ id: z.string(), name: text, rank: number });

/** https://docs.incident.io/api-reference/incident-timestamps-v2 */
export const incidentTimestamps = defineEntity({
  name: 'incident_timestamps',
  summary: 'Timestamps that are recorded during an incident',
  keywords: ['outage', 'detected at', 'resolved at', 'moments we note', 'which times do we record'],
  record: IncidentTimestamp,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_timestamps', { summary: 'List all timestamps' }),
    get: incidentIo('GET /v2/incident_timestamps/{id}', { summary: 'Get one timestamp', params: byId('timestamp') }),
  },
  search: { title: 'name', fields: allFields(IncidentTimestamp) },
  sync: { via: 'list' },
});
