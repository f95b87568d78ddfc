import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { whole } from '../adapter.ts';
import { entry, idAt, list } from '../sample-company.ts';
import { byId, number, text } from '../shared.ts';

const incidentIo = whole('incident_timestamp', 'incident_timestamps');

/** A moment that is noted in incidents; also embedded in them. */
export const IncidentTimestamp = z.object({ id: z.string(), name: text, rank: number });

const names = list(
  `Reported,Accepted,Resolved,Closed,Declined,Merged,Canceled,Impact started,Detected,Acknowledged,Lead joined,Cause found,Mitigated,Fix deployed,Impact ended,Customers told,Status page updated,Warehouses told,Drivers told,Supplier told,Bank told,Authorities told,Press asked,Review held,Follow-ups assigned`,
);

/** The sample timestamp at a position. */
export const timestampAt = (index: number) => ({
  id: idAt('timestamps', index),
  name: `${entry(names, index)} at`,
  rank: index + 1,
});

/** https://docs.incident.io/api-reference/incident-timestamps-v2 */
export const incidentTimestamps = defineEntity({
  name: 'incident_timestamps',
  summary: 'Timestamps that are recorded during an incident',
  record: IncidentTimestamp,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_timestamps', { summary: 'List all timestamps' }),
    get: incidentIo('GET /v2/incident_timestamps/{id}', { summary: 'Get one timestamp', params: byId('timestamp') }),
  },
  search: { fields: allFields(IncidentTimestamp) },
  sync: { via: 'list' },
  sample: ({ index }) => timestampAt(index),
});
