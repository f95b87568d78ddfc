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
  },
  sample: (source) => {
    const image = source.pick(['screenshot.png', 'photo.png']);
    const isText = source.index % 5 === 1;
    return {
      id: 17_463_839_000_001 + source.index,
      file_name: isText ? 'conversation.txt' : image,
      content_type: isText ? 'text/plain' : 'image/png',
      size: source.integer(2_000, 400_000),
      content_url: `https://example.help-centre.example.com/attachments/${source.id('', 24)}`,
    };
  },
});
