import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { SingleSend } from './singlesends.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/single-sends/schedule-single-send */
export const singlesendSchedules = defineEntity({
  beyondContract: true,
  name: 'singlesend_schedules',
  summary: 'Times at which Single Sends are sent',
  keywords: ['send the newsletter', 'send now', 'schedule a mailing', 'campaign send'],
  record: SingleSend,
  key: 'id',
  actions: {
    create: sendgrid('PUT /v3/marketing/singlesends/{id}/schedule', {
      summary: 'Send a Single Send to all of its recipients, now or at a time',
      effect: 'outward',
      params: z.object({
        id: z.string().describe('Single Send id'),
        send_at: z.string().describe('When to send it, as ISO 8601 in the future, or now'),
      }),
      result: SingleSend.pick({ send_at: true, status: true }),
    }),
  },
});
