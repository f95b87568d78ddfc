import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { incidentInput } from '../records/incident-input.ts';
import { idAt } from '../sample-company.ts';
import {
  changedLast,
  filterFrom,
  flag,
  listOf,
  Named,
  number,
  object,
  pages,
  text,
  texts,
  timestamps,
} from '../shared.ts';
import { IncidentRole } from './incident-roles.ts';
import { IncidentStatus } from './incident-statuses.ts';
import { IncidentTimestamp } from './incident-timestamps.ts';
import { Severity } from './severities.ts';
import { Actor, Person } from './users.ts';

const incidentIo = paged('incident', 'incidents');

const Incident = z.object({
  id: z.string(),
  ...texts('name', 'reference', 'summary', 'mode', 'visibility', 'permalink', 'call_url'),
  ...texts('slack_channel_id', 'slack_channel_name', 'slack_team_id'),
  has_debrief: flag,
  ...timestamps,
  creator: Actor.nullish(),
  incident_status: IncidentStatus.nullish(),
  severity: Severity.nullish(),
  incident_type: Named.extend({
    create_in_triage: text,
    is_default: flag,
    private_incidents_only: flag,
    ...timestamps,
  }).nullish(),
  incident_role_assignments: listOf(z.object({ assignee: Person.nullish(), role: IncidentRole.nullish() })),
  custom_field_entries: listOf(
    z.object({
      custom_field: Named.extend({ field_type: text, options: listOf(object) }).nullish(),
      values: listOf(object),
    }),
  ),
  duration_metrics: listOf(
    z.object({ duration_metric: Named.omit({ description: true }).nullish(), status: text, value_seconds: number }),
  ),
  incident_timestamp_values: listOf(
    z.object({ incident_timestamp: IncidentTimestamp.nullish(), value: z.object({ value: text }).nullish() }),
  ),
  workload_minutes_late: number,
  workload_minutes_sleeping: number,
  workload_minutes_total: number,
  workload_minutes_working: number,
});

/** https://docs.incident.io/api-reference/incidents-v2 */
export const incidents = defineEntity({
  name: 'incidents',
  summary: 'Incidents with their status, severity, roles and custom fields; lists exclude tests and tutorials',
  keywords: ['outage', 'sev1s', 'broken', 'anything on fire', 'p1', 'p0', 'p1s', 'sev1', 'sev2', 'scribe'],
  record: Incident,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incidents', {
      summary: 'List incidents, except tests and tutorials, newest first',
      params: pages(250),
      syncOnly: filterFrom('updated_at'),
    }),
    get: incidentIo('GET /v2/incidents/{id}', {
      summary: 'Get one incident, of any mode',
      params: z.object({
        id: z
          .string()
          .describe('Id of the incident, or the number of its reference: `123` for INC-123')
          .meta({ examples: [idAt('incidents', 0)] }),
      }),
    }),
    create: incidentIo('POST /v2/incidents', {
      beyondContract: true,
      summary: 'Declare an incident; incident.io announces it in chat',
      effect: 'outward',
      idempotencyField: 'idempotency_key',
      params: z.object({
        ...incidentInput.shape,
        visibility: z.enum(['public', 'private']).describe('Whether all see it or only invited people'),
        mode: z
          .enum(['standard', 'retrospective', 'test', 'tutorial'])
          .optional()
          .describe('Kind; standard by default. A retrospective one is not announced'),
        incident_type_id: z.string().optional().describe('Id of the incident type'),
        slack_team_id: z.string().optional().describe('Id of the Slack workspace for its channel'),
      }),
    }),
    update: incidentIo('POST /v2/incidents/{id}/actions/edit', {
      beyondContract: true,
      summary: 'Change an incident, such as its severity, status, roles or custom fields',
      effect: 'outward',
      params: z.object({
        id: z.string().describe('Id of the incident'),
        incident: incidentInput
          .extend({ call_url: z.string().optional().describe('URL of the call') })
          .describe('What to change; the rest stays'),
        notify_incident_channel: z.boolean().default(false).describe('Whether the channel of the incident is notified'),
      }),
    }),
  },
  search: { title: ['reference', 'name'], link: '{permalink}', fields: allFields(Incident) },
  sync: { via: 'list', params: { page_size: 250 }, cursor: changedLast },
});
