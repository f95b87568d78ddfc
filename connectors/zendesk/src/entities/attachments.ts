import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { object } from '../shared.ts';

const Attachment = z.object({
  id: z.int(),
  file_name: z.string(),
  content_url: z.string(),
  mapped_content_url: z.string(),
  content_type: z.string(),
  size: z.int(),
  width: z.int().nullish(),
  height: z.int().nullish(),
  inline: z.boolean(),
  deleted: z.boolean(),
  malware_access_override: z.boolean(),
  malware_scan_result: z.string(),
  url: z.string(),
  thumbnails: z.array(object),
});

const byAttachment = z.object({
  attachment_id: z.int().describe('Attachment id, as found among the attachments of a comment'),
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/ */
export const attachments = defineEntity({
  name: 'attachments',
  summary: 'Files attached to comments on tickets',
  keywords: ['screenshot', 'screenshot of the customer', 'file the customer sent', 'photo the customer sent'],
  record: Attachment,
  key: 'id',
  actions: {
    get: zendesk('GET /attachments/{attachment_id}', {
      summary: 'Get the details of an attachment, without the file',
      recordAt: 'attachment',
      params: byAttachment,
    }),
    download: zendesk('GET /attachments/{attachment_id}', {
      summary: 'Download the file of an attachment',
      fileAt: 'attachment.content_url',
      params: byAttachment,
    }),
  },
});
