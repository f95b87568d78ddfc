import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { paged } from '../adapter.ts';
import { ofEscalation } from './escalations.ts';

/** https://docs.incident.io/api-reference/escalations-v2 */
export const escalationResponses = defineEntity({
  name: 'escalation_responses',
  summary: 'Responses to escalations: acknowledged or snoozed',
  keywords: ['ack', 'ack the page', 'silence the page', 'snooze the page', 'i take it'],
  beyondContract: true,
  record: z.object({}),
  key: null,
  actions: {
    create: paged('', '')('POST /v2/escalations/{escalation_id}/actions/respond', {
      summary: 'Acknowledge or snooze an escalation on behalf of the API key',
      params: ofEscalation.extend({
        response: z.enum(['ack', 'snooze']).describe('Acknowledge, or page again later'),
        snooze_details: z
          .strictObject({
            snooze_until: z.string().describe('When to page again, as ISO 8601'),
            reason: z.string().optional().describe('Why'),
          })
          .optional()
          .describe('Until when it is snoozed; required with snooze'),
      }),
    }),
  },
});
