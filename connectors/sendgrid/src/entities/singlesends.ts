import { allFields, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { sendgrid } from '../adapter.ts';
import { SingleSendHead } from '../records/single-send.ts';
import { paged } from '../shared.ts';

const SingleSend = SingleSendHead.extend({
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
  },
  search: { fields: allFields(SingleSend, { except: ['send_to', 'email_config'] }) },
  sync: { via: 'list', params: { page_size: 100 } },
});
