import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { SingleSendHead } from '../records/single-send.ts';
import { paged } from '../shared.ts';

/** An email to many contacts with its recipients and content: the record of `singlesends`, also that of what schedules one. */
export const SingleSend = SingleSendHead.extend({
  categories: z.array(z.string()).nullish(),
  send_at: time().nullish(),
  send_to: z
    .object({
      list_ids: z.array(z.string()).nullish(),
      segment_ids: z.array(z.string()).nullish(),
      all: z.boolean().nullish(),
    })
    .nullish(),
  email_config: z
    .object({
      subject: z.string().nullish(),
      html_content: z.string().nullish(),
      plain_content: z.string().nullish(),
      generate_plain_content: z.boolean().nullish(),
      design_id: z.string().nullish(),
      editor: z.string().nullish(),
      suppression_group_id: z.int().nullish(),
      custom_unsubscribe_url: z.string().nullish(),
      sender_id: z.int().nullish(),
      ip_pool: z.string().nullish(),
    })
    .nullish(),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/single-sends/get-all-single-sends */
export const singlesends = defineEntity({
  name: 'singlesends',
  summary: 'Emails that are sent once to many contacts',
  keywords: ['newsletter', 'single send', 'mailing', 'e mail'],
  record: SingleSend,
  key: 'id',
  actions: {
    list: sendgrid('GET /v3/marketing/singlesends', {
      summary: 'List Single Sends, without recipients and content',
      params: paged(100, 50),
    }),
    get: sendgrid('GET /v3/marketing/singlesends/{id}', {
      summary: 'Get one Single Send, with recipients and content',
      params: z.object({ id: z.string().describe('Single Send id') }),
    }),
    create: sendgrid('POST /v3/marketing/singlesends', {
      beyondContract: true,
      summary: 'Create a draft of a Single Send, which is sent only when it is scheduled',
      params: z.object({
        name: z.string().min(1).max(100).describe('Name for your own use'),
        categories: z.array(z.string()).max(10).optional().describe('Names under which its figures are grouped'),
        send_to: z
          .strictObject({
            list_ids: z.array(z.string()).optional().describe('Ids of contact lists'),
            segment_ids: z.array(z.string()).optional().describe('Ids of segments'),
            all: z.boolean().optional().describe('True sends it to all contacts'),
          })
          .optional()
          .describe('Who gets it'),
        email_config: z
          .strictObject({
            subject: z.string().optional().describe('Subject'),
            html_content: z.string().optional().describe('Text as HTML'),
            plain_content: z.string().optional().describe('Text without formatting'),
            generate_plain_content: z.boolean().optional().describe('Whether the plain text is made of the HTML'),
            design_id: z.string().optional().describe('Id of the design to use in the place of HTML'),
            suppression_group_id: z.int().optional().describe('Id of the suppression group for its unsubscribe link'),
            custom_unsubscribe_url: z
              .string()
              .optional()
              .describe('Your own unsubscribe page, in the place of a group'),
            sender_id: z.int().optional().describe('Id of the verified sender'),
          })
          .optional()
          .describe('What is sent'),
      }),
    }),
  },
  search: { title: 'name', fields: allFields(SingleSend, { except: ['send_to', 'email_config'] }) },
  sync: { via: 'list', params: { page_size: 100 } },
});
