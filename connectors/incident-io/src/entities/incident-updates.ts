import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { idAt } from '../sample-company.ts';
import { occurrenceAt } from '../sample-incidents.ts';
import { pages, texts } from '../shared.ts';
import { IncidentStatus, statusAt } from './incident-statuses.ts';
import { Severity, severityAt } from './severities.ts';
import { Actor } from './users.ts';

const incidentIo = paged('incident_update', 'incident_updates');

const IncidentUpdate = z.object({
  id: z.string(),
  ...texts('incident_id', 'message', 'created_at'),
  new_incident_status: IncidentStatus.nullish(),
  new_severity: Severity.nullish(),
  updater: Actor.nullish(),
});

/** https://docs.incident.io/api-reference/incident-updates-v2 */
export const incidentUpdates = defineEntity({
  name: 'incident_updates',
  summary: 'Status updates on incidents, with the status and severity that they set',
  record: IncidentUpdate,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_updates', { summary: 'List updates of all incidents', params: pages(100) }),
  },
  search: { fields: allFields(IncidentUpdate) },
  sync: { via: 'list', params: { page_size: 100 } },
  // Two for each incident: the last one, then the first one.
  sample: ({ index }) => {
    const { id, lead, update, status, severity, accepted, updated } = occurrenceAt(Math.floor(index / 2));
    const isLast = index % 2 === 0;
    return {
      id: idAt('updates', index),
      incident_id: id,
      message: isLast ? update : `${lead.name} leads, and we are looking for the cause.`,
      created_at: isLast ? updated : accepted,
      new_incident_status: statusAt(isLast ? Math.min(status, 4) : 1),
      new_severity: severityAt(severity),
      updater: { user: lead },
    };
  },
});
