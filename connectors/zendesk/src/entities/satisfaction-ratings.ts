import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, timestamps } from '../shared.ts';

const SatisfactionRating = z.object({
  id: z.int(),
  url: z.string(),
  assignee_id: z.int().nullish(),
  group_id: z.int().nullish(),
  requester_id: z.int(),
  ticket_id: z.int(),
  score: z.string(),
  comment: z.string().nullish(),
  reason: z.string().nullish(),
  reason_id: z.int().nullish(),
  reason_code: z.int().nullish(),
  ...timestamps,
});

/** https://developer.zendesk.com/api-reference/ticketing/ticket-management/satisfaction_ratings/ */
export const satisfactionRatings = defineEntity({
  name: 'satisfaction_ratings',
  summary: 'How satisfied requesters were with the support they received',
  keywords: ['csat', 'happy', 'unhappy', 'happy customers', 'bad rating', 'good rating', 'thumbs down'],
  record: SatisfactionRating,
  key: 'id',
  actions: {
    list: zendesk('GET /satisfaction_ratings', {
      summary: 'List ratings',
      recordsAt: 'satisfaction_ratings',
      wire: byCursor(),
      params: listParams.extend({
        score: z
          .enum(['offered', 'unoffered', 'received', 'good', 'bad'])
          .optional()
          .describe('Only ratings with this outcome; received includes good and bad'),
        start_time: z.int().optional().describe('Only ratings at or after this Unix time in seconds'),
        end_time: z.int().optional().describe('Only ratings at or before this Unix time in seconds'),
      }),
    }),
    get: zendesk('GET /satisfaction_ratings/{satisfaction_rating_id}', {
      summary: 'Get one rating',
      recordAt: 'satisfaction_rating',
      params: z.object({ satisfaction_rating_id: z.int().describe('Rating id') }),
    }),
  },
  search: {
    link: 'https://{setting:subdomain}.zendesk.com/agent/tickets/{ticket_id}',
    fields: [
      'assignee_id',
      'comment',
      'created_at',
      'group_id',
      'id',
      'reason',
      'reason_id',
      'requester_id',
      'score',
      'ticket_id',
      'updated_at',
      'url',
    ],
  },
  sync: {
    via: 'list',
    params: { per_page: 100 },
    // A rating given later than it was offered waits for the next full pass.
    cursor: { field: 'created_at', param: 'start_time' },
  },
});
