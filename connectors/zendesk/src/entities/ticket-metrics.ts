import { absent, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, object, timestamps } from '../shared.ts';

const TicketMetric = z.object({
  id: z.int(),
  url: z.string(),
  ticket_id: z.int(),
  group_stations: z.int(),
  assignee_stations: z.int(),
  reopens: z.int(),
  replies: z.int(),
  assignee_updated_at: time().nullish(),
  requester_updated_at: time(),
  status_updated_at: time(),
  initially_assigned_at: time().nullish(),
  assigned_at: time().nullish(),
  solved_at: time().nullish(),
  latest_comment_added_at: time(),
  reply_time_in_minutes: object,
  first_resolution_time_in_minutes: object,
  full_resolution_time_in_minutes: object,
  agent_wait_time_in_minutes: object,
  requester_wait_time_in_minutes: object,
  on_hold_time_in_minutes: object,
  reply_time_in_seconds: object.nullish(),
  custom_status_updated_at: time().nullish(),
  ...timestamps,
});

const ofMetricEvents = 'a field of metric events, which Zendesk lists apart from metrics';

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_metrics/ */
export const ticketMetrics = defineEntity({
  name: 'ticket_metrics',
  summary: 'How long a ticket took and how often it changed hands',
  keywords: ['first reply', 'first reply time', 'first response time', 'wait', 'requester wait', 'handling time'],
  record: TicketMetric,
  key: 'id',
  actions: {
    list: zendesk('GET /ticket_metrics', {
      summary: 'List the metrics of tickets that are not archived',
      recordsAt: 'ticket_metrics',
      wire: byCursor(),
      params: listParams,
    }),
  },
  search: {
    fields: [
      'agent_wait_time_in_minutes',
      'assigned_at',
      'assignee_stations',
      'assignee_updated_at',
      'created_at',
      'custom_status_updated_at',
      'first_resolution_time_in_minutes',
      'full_resolution_time_in_minutes',
      'group_stations',
      'id',
      'initially_assigned_at',
      'latest_comment_added_at',
      'on_hold_time_in_minutes',
      'reopens',
      'replies',
      'reply_time_in_minutes',
      'reply_time_in_seconds',
      'requester_updated_at',
      'requester_wait_time_in_minutes',
      'solved_at',
      'status_updated_at',
      'ticket_id',
      'updated_at',
      'url',
    ],
    derived: {
      generated_timestamp: absent(time('unix-seconds', z.int()), 'a field of tickets, which their metrics lack'),
      instance_id: absent(z.int(), ofMetricEvents),
      metric: absent(z.string(), ofMetricEvents),
      status: absent(object, ofMetricEvents),
      time: absent(z.string(), ofMetricEvents),
      type: absent(z.string(), ofMetricEvents),
    },
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
