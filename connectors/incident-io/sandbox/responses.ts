import { type SampleSource, simulate } from '@connectory/sandbox';
import { escalationCancellations } from '../src/entities/escalation-cancellations.ts';
import { escalationPaths } from '../src/entities/escalation-paths.ts';
import { escalationResponses } from '../src/entities/escalation-responses.ts';
import { followUps } from '../src/entities/follow-ups.ts';
import { incidentActions } from '../src/entities/incident-actions.ts';
import { statusPageIncidents, statusPageIncidentUpdates } from '../src/entities/status-page-incidents.ts';
import { statusPages } from '../src/entities/status-pages.ts';
import { idAt } from '../src/sample-company.ts';
import { daysAgo, personAt, teamAt } from './company.ts';

const sampleTask = ({ index }: SampleSource) => ({
  incident_id: idAt('incidents', Math.floor(index / 2)),
  status: index < 3 ? 'outstanding' : 'completed',
  assignee: personAt(index + 3),
  creator: { user: personAt(index + 8) },
  created_at: daysAgo(0.1 + index * 4.2),
  updated_at: daysAgo(0.05 + index * 4.2),
  completed_at: index < 3 ? undefined : daysAgo(0.05 + index * 4.2),
});

interface TaskInput {
  readonly assignee_id?: string | null | undefined;
  readonly status?: string | undefined;
}

const written = <Input extends TaskInput>({ assignee_id: id, status = 'outstanding', ...task }: Input) => ({
  ...task,
  status,
  assignee: id === undefined || id === null ? null : { id },
  completed_at: status === 'completed' ? daysAgo(0) : null,
});

const changed = <Input extends TaskInput & { readonly id: string }>({ id: _, ...task }: Input) => written(task);

interface Post {
  readonly message: string;
  readonly incident_status?: string | undefined;
  readonly component_statuses?: readonly object[] | undefined;
}

const published = ({ message, incident_status, component_statuses = [] }: Post) => ({
  message,
  incident_status,
  component_statuses,
  published_at: daysAgo(0),
});

export const simulatedResponses = [
  simulate(escalationPaths, {
    sample: ({ index }) => ({
      id: idAt('paths', index),
      name: `${teamAt(index).name} on call`,
      path: [{ id: idAt('nodes', index), type: 'level' }],
      team_ids: [teamAt(index).id],
      current_responders: [personAt(index)],
    }),
  }),
  simulate(escalationResponses, {
    actions: { create: { values: ({ response }) => ({ status: response === 'ack' ? 'acked' : 'snoozed' }) } },
  }),
  simulate(escalationCancellations, { actions: { create: { values: () => ({ status: 'cancelled' }) } } }),
  simulate(incidentActions, {
    sample: (source) => ({
      ...sampleTask(source),
      id: idAt('actions', source.index),
      description: source.pick(['Call the bank', 'Roll back the release', 'Tell the support team', 'Add capacity']),
    }),
    actions: { create: { values: written }, update: { values: changed } },
  }),
  simulate(followUps, {
    sample: (source) => ({
      ...sampleTask(source),
      id: idAt('follow_ups', source.index),
      title: source.pick(['Alert earlier', 'Write a runbook', 'Test the failover', 'Renew certificates by a job']),
      description: undefined,
      labels: [],
      priority: { id: idAt('priorities', 0), name: 'High', description: '' },
      category: undefined,
      assignee_team: undefined,
    }),
    actions: { create: { values: written }, update: { values: changed } },
  }),
  simulate(statusPages, {
    sample: ({ index }) => ({
      id: idAt('status_pages', index),
      name: `Status of ${teamAt(index).name}`,
      description: undefined,
      public_url: `https://status-${index}.example.com`,
    }),
  }),
  simulate(statusPageIncidents, {
    sample: ({ index }) => ({
      id: idAt('status_page_incidents', index),
      name: index % 2 === 0 ? 'Payments by card fail' : 'Deliveries are late',
      status_page_id: idAt('status_pages', 0),
      incident_status: index === 0 ? 'monitoring' : 'resolved',
      published_at: daysAgo(0.2 + index * 9),
      updates: [],
      component_impacts: [],
    }),
    actions: {
      create: {
        values: ({ status_page_id, name, ...post }, { id }) => ({
          status_page_id,
          name,
          incident_status: post.incident_status,
          published_at: daysAgo(0),
          updates: [{ id: idAt('status_page_updates', 0), status_page_incident_id: id, ...published(post) }],
        }),
      },
    },
  }),
  simulate(statusPageIncidentUpdates, {
    sample: ({ index }) => ({ id: idAt('status_page_updates', index + 1) }),
    actions: {
      create: {
        values: ({ status_page_incident_id, ...post }) => ({ status_page_incident_id, ...published(post) }),
      },
    },
  }),
];
