import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { idAt, settled } from '../sample-company.ts';
import { occurrenceAt } from '../sample-incidents.ts';
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
import { customFieldAt } from './custom-fields.ts';
import { IncidentRole, roleAt } from './incident-roles.ts';
import { IncidentStatus, statusAt } from './incident-statuses.ts';
import { IncidentTimestamp, timestampAt } from './incident-timestamps.ts';
import { Severity, severityAt } from './severities.ts';
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

const typeAt = (isPrivate: boolean) => ({
  id: idAt('types', Number(isPrivate)),
  name: isPrivate ? 'Security' : 'Default',
  description: isPrivate ? 'Seen only by those who work on it' : 'Everything that concerns customers',
  create_in_triage: 'optional',
  is_default: !isPrivate,
  private_incidents_only: isPrivate,
  ...settled,
});

const noted = (value: string | undefined, position: number) => ({
  incident_timestamp: timestampAt(position),
  value: value === undefined ? undefined : { value },
});

const assigned = (role: number, assignee: object) => ({ assignee, role: { ...roleAt(role), required: false } });

function answered(field: number, value: object) {
  const { id, name, description, field_type } = customFieldAt(field);
  return { custom_field: { id, name, description, field_type, options: [] }, values: [value] };
}

/** https://docs.incident.io/api-reference/incidents-v2 */
export const incidents = defineEntity({
  name: 'incidents',
  summary: 'Incidents with their status, severity, roles and custom fields; lists exclude tests and tutorials',
  record: Incident,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/incidents', {
      summary: 'List incidents, except tests and tutorials, newest first',
      params: pages(250),
      syncOnly: filterFrom('updated_at'),
      simulate: {
        matches: ({ mode, updated_at }, { 'updated_at[gte]': day = '' }) =>
          (mode === 'standard' || mode === 'retrospective') && updated_at >= day,
      },
    }),
    get: incidentIo('GET /v2/incidents/{id}', {
      summary: 'Get one incident, of any mode',
      params: z.object({
        id: z
          .string()
          .describe('Id of the incident, or the number of its reference: `123` for INC-123')
          .meta({ examples: [idAt('incidents', 0)] }),
      }),
      simulate: { matches: (incident, { id }) => incident.id === id || incident.reference === `INC-${id}` },
    }),
  },
  search: { fields: allFields(Incident) },
  sync: { via: 'list', params: { page_size: 250 }, cursor: changedLast },
  sample: ({ index }) => {
    const { id, number, name, summary, mode, status, severity, visibility, team, lead, reporter, ...moments } =
      occurrenceAt(index);
    const { reported, accepted, updated, closed, isOpen, minutes } = moments;
    const timeToResolve = isOpen
      ? { status: 'timestamps_missing' }
      : { status: 'success', value_seconds: minutes * 60 };
    const [late, sleeping, working] = [(index % 3) * 15, (index % 4) * 20, 30 + minutes] as const;
    return {
      id,
      name,
      reference: `INC-${number}`,
      summary,
      mode,
      visibility,
      permalink: `https://app.incident.io/grocer/incidents/${number}`,
      call_url: isOpen ? `https://meet.example.com/inc-${number}` : undefined,
      slack_channel_id: `C${idAt('channels', index).slice(-10)}`,
      slack_channel_name: `inc-${number}-${name.toLowerCase().replaceAll(' ', '-')}`,
      slack_team_id: 'T02A1FSLE8J',
      has_debrief: closed !== undefined && severity > 1,
      created_at: reported,
      updated_at: closed ?? updated,
      creator: { user: reporter },
      incident_status: statusAt(status),
      severity: severityAt(severity),
      incident_type: typeAt(visibility === 'private'),
      incident_role_assignments: [assigned(0, lead), assigned(1, reporter)],
      custom_field_entries: [
        answered(0, { value_catalog_entry: { id: idAt('catalog_entries', team.position), name: team.name } }),
        answered(1, { value_numeric: String(40 * (severity + 1) ** 3) }),
      ],
      duration_metrics: [{ duration_metric: { id: idAt('metrics', 0), name: 'Time to resolve' }, ...timeToResolve }],
      incident_timestamp_values: [reported, accepted, isOpen ? undefined : updated, closed].map(noted),
      workload_minutes_late: late,
      workload_minutes_sleeping: sleeping,
      workload_minutes_total: late + sleeping + working,
      workload_minutes_working: working,
    };
  },
});
