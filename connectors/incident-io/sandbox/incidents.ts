import { simulate } from '@connectory/sandbox';
import type { z } from 'zod';
import { alerts } from '../src/entities/alerts.ts';
import { escalations } from '../src/entities/escalations.ts';
import { incidentUpdates } from '../src/entities/incident-updates.ts';
import { incidents } from '../src/entities/incidents.ts';
import type { incidentInput } from '../src/records/incident-input.ts';
import { idAt } from '../src/sample-company.ts';
import { daysAgo, entry, list, personAt, settled, teamAt } from './company.ts';
import { customFieldAt, roleAt, severityAt, statusAt, timestampAt, typeNameOf } from './settings.ts';

// What monitoring notices.
const symptoms = list(
  `error rate above 5%,latency above 2 s,queue older than 30 min,success rate below 90%,no data for 10 min,temperature above 7 °C,unusual export,crash rate above 2%,sudden change of prices,orders at half of usual`,
);

// What the lead of the newest ones wrote last; of older ones, the last two in turn.
const updates = [
  'The cause is narrowed down. A fix is being tested.',
  'The fix is out. We watch it until tomorrow.',
  'The cause is found and removed. Everything works again.',
  'It works again. The review is on Thursday.',
];

// Team concerned, severity and symptom by position, name and summary, newest first.
const occurrences = [
  [2, 3, 0, 'Card payments fail at checkout', 'Four in ten card payments time out at the bank. PayPal works.'],
  [4, 2, 2, 'Warehouse Leipzig gets no new orders', 'The pick queue stands still after a certificate ran out.'],
  [3, 2, 1, 'Delivery tours are planned late', 'The planner needs minutes for tours that took seconds.'],
  [1, 1, 0, 'Search finds no dairy products', 'An import dropped a category from the index.'],
  [6, 2, 3, 'Customers cannot sign in with Apple', 'Tokens of Apple are refused since its keys were changed.'],
  [7, 0, 1, 'Delivery notices arrive late', 'Notices that the driver is near arrive after the driver.'],
  [14, 4, 6, 'Support account exported customer addresses', 'A stolen session was used to export 310 addresses.'],
  [19, 2, 5, 'Cold store in Bremen got too warm', 'A compressor failed overnight. Goods were thrown away.'],
  [9, 1, 9, 'Coupon WELCOME works more than once', 'Customers redeemed a coupon for new customers again and again.'],
  [12, 3, 1, 'Shop is slow in all countries', 'A network fault at the cloud provider made every page slow.'],
  [17, 1, 7, 'Driver app crashes on Android 16', 'The scanner view crashes when the camera is in use.'],
  [15, 1, 8, 'Fruit is sold below cost', 'A price list was read with a comma in the wrong place.'],
  [11, 0, 2, 'Sales figures of yesterday are missing', 'The nightly load waited for a lock that nobody held.'],
  [16, 1, 0, 'Suppliers cannot confirm orders', 'A release broke the login of the supplier portal.'],
  [13, 3, 9, 'Game day: checkout is down', 'An exercise. Nothing is broken.'],
  [23, 0, 4, 'Tutorial: the coffee machine is broken', 'Made by incident.io to show how incidents work.'],
] as const;

// By the position of the occurrence.
const unusualModes: Readonly<Record<number, string>> = { 7: 'retrospective', 14: 'test', 15: 'tutorial' };

const minute = 1 / 1440;

/** What the sample incident at a position is about, who worked on it, and its moments; the two newest ones go on. */
function occurrenceAt(index: number) {
  const [position, severity, symptom, name, summary] = entry(occurrences, index);
  const team = { position, ...teamAt(position) };
  const lasted = index < 2 ? undefined : (60 + severity * 95) * minute;
  const after = (days: number) => daysAgo(0.2 + index * 8.37 - days);
  return {
    id: idAt('incidents', index),
    number: 2_180 - index,
    name,
    summary,
    mode: unusualModes[index % occurrences.length] ?? 'standard',
    // Positions of Investigating, Monitoring, Documenting and Reviewing; all others are closed.
    status: [1, 3, 4, 5][index] ?? 6,
    alert: `${team.name}: ${entry(symptoms, symptom)}`,
    update: updates[index] ?? updates[2 + (index % 2)],
    severity,
    // Only the case of the stolen session is this bad.
    visibility: severity === 4 ? 'private' : 'public',
    isOpen: lasted === undefined,
    minutes: lasted === undefined ? 0 : Math.round(lasted / minute),
    team,
    lead: personAt(index + 3),
    reporter: personAt(index + 8),
    reported: after(0),
    acknowledged: after(3 * minute),
    accepted: after(5 * minute),
    updated: after(lasted ?? 40 * minute),
    // Incidents are reviewed before they are closed.
    closed: index < 4 ? undefined : after(4),
  };
}

const sources = ['datadog', 'grafana', 'sentry'];

/** The sample alert at a position, which led to the incident at that position, without its attributes. */
function alertAt(index: number) {
  const { alert, name, team, isOpen, reported, acknowledged, updated } = occurrenceAt(index);
  const id = idAt('alerts', index);
  const source = entry(sources, index);
  return {
    id,
    title: alert,
    description: `${name}. See the runbook of ${team.name}.`,
    status: isOpen ? 'firing' : 'resolved',
    alert_source_id: idAt(source, 0),
    deduplication_key: `${source}-${48_210 + index * 17}`,
    source_url: `https://${source}.example.com/monitors/${48_210 + index * 17}`,
    created_at: reported,
    updated_at: isOpen ? acknowledged : updated,
    resolved_at: isOpen ? undefined : updated,
  };
}

const told = (name: string, type: string, value: object) => ({
  attribute: { id: idAt(`attribute ${name}`, 0), name, type, array: false, required: false },
  value,
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

/** The status or severity with an id. */
const withId = <Setting extends { readonly id: string }>(
  settingAt: (index: number) => Setting,
  id: string | undefined,
) =>
  id === undefined ? undefined : Array.from({ length: 8 }, (_, index) => settingAt(index)).find((one) => one.id === id);

const written = ({ name, summary, severity_id, incident_status_id }: z.output<typeof incidentInput>) => ({
  name,
  summary,
  severity: withId(severityAt, severity_id),
  incident_status: withId(statusAt, incident_status_id),
});

export const simulatedIncidents = [
  simulate(alerts, {
    sample: ({ index }) => {
      const { team } = occurrenceAt(index);
      const entryId = idAt('catalog_entries', team.position);
      const catalog_entry = { id: entryId, name: team.name, catalog_type_id: idAt('catalog_types', 0) };
      return {
        ...alertAt(index),
        attributes: [
          told('Team', typeNameOf('Team'), { label: team.name, catalog_entry }),
          told('Environment', 'String', { label: 'production', literal: 'production' }),
        ],
      };
    },
  }),
  simulate(incidents, {
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
    actions: {
      list: {
        matches: ({ mode, updated_at }, { 'updated_at[gte]': day = '' }) =>
          (mode === 'standard' || mode === 'retrospective') && updated_at >= day,
      },
      get: { matches: (incident, { id }) => incident.id === id || incident.reference === `INC-${id}` },
      create: {
        values: ({ visibility, mode = 'standard', ...input }) => ({ visibility, mode, ...written(input) }),
      },
      update: { values: ({ incident: { call_url, ...input } }) => ({ call_url, ...written(input) }) },
    },
  }),
  simulate(incidentUpdates, {
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
    actions: {
      create: {
        values: ({ incident_id, message, to_incident_status_id: status, to_severity_id: severity }) => ({
          incident_id,
          message,
          new_incident_status: withId(statusAt, status),
          new_severity: withId(severityAt, severity),
        }),
      },
    },
  }),
  simulate(escalations, {
    sample: ({ index }) => {
      const { number, name, summary, severity, visibility, team, lead, ...moments } = occurrenceAt(index);
      const { id, isOpen, reported, acknowledged, updated, closed } = moments;
      const alert = alertAt(index);
      const status_category = isOpen ? 'active' : closed === undefined ? 'post-incident' : 'closed';
      const incident = {
        id,
        name,
        reference: `INC-${number}`,
        summary,
        external_id: number,
        status_category,
        visibility,
      };
      const event = (name: string, occurred_at: string) => ({ id: idAt(name, index), event: name, occurred_at });
      return {
        id: idAt('escalations', index),
        title: alert.title,
        description: alert.description,
        status: isOpen ? 'acked' : 'resolved',
        escalation_path_id: idAt('paths', team.position),
        created_at: reported,
        updated_at: isOpen ? acknowledged : updated,
        creator: { alert: { id: alert.id, title: alert.title } },
        priority: { name: severity > 1 ? 'High' : 'Low' },
        events: [
          event('triggered', reported),
          { ...event('notified_users', reported), urgency: severity > 1 ? 'high' : 'low', users: [lead] },
          { ...event('acked', acknowledged), users: [lead] },
          ...(isOpen ? [] : [event('resolved', updated)]),
        ],
        related_incidents: [incident],
        related_alerts: [alert],
      };
    },
    actions: {
      create: {
        values: ({ title, description, escalation_path_id, user_ids = [], incident_id: id }, { created_at }) => ({
          title,
          description,
          escalation_path_id: escalation_path_id ?? null,
          status: 'triggered',
          creator: {},
          events: [
            {
              id: idAt('triggered', 0),
              event: 'triggered',
              occurred_at: created_at,
              users: user_ids.map((user) => ({ id: user })),
            },
          ],
          related_incidents: id === undefined ? [] : [{ id }],
          related_alerts: [],
        }),
      },
    },
  }),
];
