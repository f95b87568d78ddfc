import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { isoTime, pages, texts } from '../shared.ts';
import { IncidentStatus } from './incident-statuses.ts';
import { Severity } from './severities.ts';
import { Actor } from './users.ts';

const incidentIo = paged('incident_update', 'incident_updates');

const IncidentUpdate = z.object({
  id: z.string(),
  ...texts('incident_id', 'message'),
  created_at: isoTime,
  new_incident_status: IncidentStatus.nullish(),
  new_severity: Severity.nullish(),
  updater: Actor.nullish(),
});

/** https://docs.incident.io/api-reference/incident-updates-v2 */
export const incidentUpdates = defineEntity({
  name: 'incident_updates',
  summary: 'Status updates on incidents, with the status and severity that they set',
  keywords: ['outage', 'progress on the outage', 'latest news about the outage', 'communicated', 'post'],
  record: IncidentUpdate,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incident_updates', { summary: 'List updates of all incidents', params: pages(100) }),
    create: incidentIo('POST /v2/incident_updates', {
      beyondContract: true,
      summary: 'Share an update on an incident, and move it to another status or severity',
      effect: 'outward',
      idempotencyField: 'idempotency_key',
      params: z.object({
        incident_id: z.string().describe('Id of the incident'),
        message: z
          .string()
          .optional()
          .describe('Text, in Markdown')
          .meta({ examples: ['The fix is out.'] }),
        to_incident_status_id: z.string().optional().describe('Id of the status to move it to'),
        to_severity_id: z.string().optional().describe('Id of the severity to move it to'),
      }),
    }),
  },
  search: { fields: allFields(IncidentUpdate) },
  sync: { via: 'list', params: { page_size: 100 } },
});
