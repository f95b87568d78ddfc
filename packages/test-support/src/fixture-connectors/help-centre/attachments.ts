import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { helpCentreApi } from './adapter.ts';

const byAttachment = z.object({ attachment_id: z.int().describe('Attachment id') });

/** Files behind a URL in their record, whose ids are beyond 32 bits. */
export const attachments = defineEntity({
  name: 'attachments',
  summary: 'Files attached to comments on tickets',
  record: z.object({
    id: z.int(),
    file_name: z.string(),
    content_type: z.string(),
    size: z.int(),
    content_url: z.string(),
  }),
  key: 'id',
  actions: {
    get: helpCentreApi('GET /attachments/{attachment_id}', {
      summary: 'Get the details of an attachment, without the file',
      recordAt: 'attachment',
      params: byAttachment,
    }),
    download: helpCentreApi('GET /attachments/{attachment_id}', {
      summary: 'Download the file of an attachment',
      fileAt: 'attachment.content_url',
      params: byAttachment,
    }),
    upload: helpCentreApi('POST /attachments', {
      summary: 'Upload a file for a comment',
      recordAt: 'attachment',
      file: { as: 'multipart', field: 'file', fills: { name: 'file_name' } },
      params: z.object({
        file_name: z.string().optional().describe('Name of the attachment; that of the file by default'),
      }),
    }),
  },
});
