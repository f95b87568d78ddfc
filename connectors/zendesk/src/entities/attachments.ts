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
  sample: (source) => {
    const id = 17_463_839_000_001 + source.index;
    const image = source.pick(['screenshot.png', 'photo.png']);
    const isText = source.index % 5 === 0;
    const fileName = isText ? 'conversation.txt' : image;
    const contentUrl = `https://example.zendesk.com/attachments/token/${source.id('', 24)}/?name=${fileName}`;
    return {
      id,
      url: `https://example.zendesk.com/api/v2/attachments/${id}`,
      file_name: fileName,
      content_url: contentUrl,
      mapped_content_url: contentUrl,
      content_type: isText ? 'text/plain' : 'image/png',
      size: source.integer(2_000, 400_000),
      width: isText ? null : 800,
      height: isText ? null : 600,
      inline: false,
      deleted: false,
      malware_access_override: false,
      malware_scan_result: 'malware_not_found',
      thumbnails: [],
    };
  },
});
