import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';

const address = z.strictObject({
  email: z.string().describe('Email address'),
  name: z.string().optional().describe('Name that is shown with it'),
});

const recipients = z.array(address).min(1).max(1000);

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const messages = defineEntity({
  beyondContract: true,
  name: 'messages',
  summary: 'Emails that are sent one by one, such as confirmations',
  keywords: ['send an email', 'mail send', 'transactional email', 'write to somebody', 'notify by mail'],
  record: z.object({ id: z.string() }),
  key: 'id',
  actions: {
    create: sendgrid('POST /v3/mail/send', {
      summary: 'Send an email, with its content or from a template; all recipients see each other',
      effect: 'outward',
      params: z.object({
        from: address.describe('Sender, whose address or domain is verified at SendGrid'),
        to: recipients.describe('Recipients'),
        cc: recipients.optional().describe('Recipients of a copy'),
        bcc: recipients.optional().describe('Recipients of a copy whom the others do not see'),
        reply_to: address.optional().describe('Where replies go, if not to the sender'),
        subject: z.string().optional().describe('Subject; required unless the template has one'),
        content: z
          .array(
            z.strictObject({
              type: z.enum(['text/plain', 'text/html']).describe('Kind of text; the plain one comes first'),
              value: z.string().describe('The text'),
            }),
          )
          .optional()
          .describe('Text of the email, plain or HTML or both; required without a template'),
        template_id: z.string().optional().describe('Id of the template to use'),
        dynamic_template_data: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Values of the placeholders of a dynamic template'),
        categories: z.array(z.string()).max(10).optional().describe('Names under which its figures are grouped'),
        send_at: z
          .int()
          .optional()
          .describe('When to send it, in Unix seconds, at most 72 hours ahead; now if omitted'),
        asm: z
          .strictObject({ group_id: z.int().describe('Id of the group') })
          .optional()
          .describe('Suppression group whose members do not get it'),
      }),
      wire: ({ to, cc, bcc, dynamic_template_data, ...rest }) => ({
        body: { ...rest, personalizations: [{ to, cc, bcc, dynamic_template_data }] },
      }),
      idHeader: 'x-message-id',
      result: z.object({ id: z.string() }),
    }),
  },
});
