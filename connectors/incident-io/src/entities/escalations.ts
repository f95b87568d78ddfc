import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { byId, changedLast, filterFrom, listOf, pages, text, texts, timestamps } from '../shared.ts';
import { AlertHead } from './alerts.ts';
import { Actor, Person } from './users.ts';

const incidentIo = paged('escalation', 'escalations');

const Event = z.object({
  id: z.string(),
  ...texts('event', 'occurred_at', 'urgency'),
  users: listOf(Person),
  channels: listOf(
    z.object(texts('slack_channel_id', 'slack_team_id', 'microsoft_teams_channel_id', 'microsoft_teams_team_id')),
  ),
});

const IncidentHead = z.object({
  id: z.string(),
  ...texts('name', 'reference', 'summary', 'status_category', 'visibility'),
  external_id: z.int().nullish(),
});

/** An escalation. */
export const Escalation = z.object({
  id: z.string(),
  ...texts('title', 'status', 'escalation_path_id'),
  ...timestamps,
  creator: Actor.extend({
    alert: z.object({ id: z.string(), title: text }).nullish(),
    workflow: z.object({ id: z.string(), name: text }).nullish(),
  }).nullish(),
  priority: z.object({ name: text }).nullish(),
  events: listOf(Event),
  related_incidents: listOf(IncidentHead),
  related_alerts: listOf(AlertHead),
});

/** Whom to page: exactly one of both. */
export const escalationTargets = {
  escalation_path_id: z.string().optional().describe('Id of the escalation path to follow, unless user_ids is given'),
  user_ids: z.array(z.string()).optional().describe('Ids of the people to page, unless escalation_path_id is given'),
};

/** The escalation a write is about. */
export const ofEscalation = z.object({ escalation_id: z.string().describe('Id of the escalation') });

/** https://docs.incident.io/api-reference/escalations-v2 */
export const escalations = defineEntity({
  name: 'escalations',
  summary: 'Requests for people to act, with what happened since',
  keywords: ['ack', 'acknowledge', 'page', 'who got paged', 'pages sent', 'was called', 'called out', 'woken up'],
  record: Escalation,
  key: 'id',
  actions: {
    list: incidentIo('GET /v2/escalations', {
      summary: 'List escalations, newest first',
      params: pages(50),
      syncOnly: filterFrom('updated_at'),
    }),
    get: incidentIo('GET /v2/escalations/{id}', { summary: 'Get one escalation', params: byId('escalation') }),
    create: incidentIo('POST /v2/escalations', {
      beyondContract: true,
      summary: 'Page people, directly or along an escalation path',
      effect: 'outward',
      idempotencyField: 'idempotency_key',
      params: z.object({
        title: z.string().min(1).describe('What it is about; part of every notification'),
        description: z.string().optional().describe('More details'),
        ...escalationTargets,
        incident_id: z.string().optional().describe('Id of the incident that it belongs to'),
      }),
    }),
  },
  search: { title: 'title', fields: allFields(Escalation) },
  sync: { via: 'list', params: { page_size: 50 }, cursor: changedLast },
});
