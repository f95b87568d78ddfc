import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { object } from '../shared.ts';

const Upload = z.object({
  token: z.string().describe('What `comment.uploads` of a ticket takes to attach the files'),
  attachment: object.nullish().describe('The file'),
  attachments: z.array(object).describe('All files of the token'),
});

/** https://developer.zendesk.com/api-reference/ticketing/tickets/ticket-attachments/#upload-files */
export const uploads = defineEntity({
  name: 'uploads',
  beyondContract: true,
  summary: 'Files that were uploaded, to be attached to a comment on a ticket',
  keywords: ['attach a file to a ticket', 'send a document to the customer', 'add a screenshot to a ticket'],
  record: Upload,
  key: 'token',
  actions: {
    upload: zendesk('POST /uploads', {
      summary: 'Upload a file, whose token a comment on a ticket then names',
      recordAt: 'upload',
      file: { as: 'raw', fills: { name: 'filename' } },
      params: z.object({
        filename: z.string().min(1).optional().describe('Name shown on the ticket; that of the file by default'),
        token: z.string().optional().describe('Token of an earlier upload, to attach several files with one token'),
      }),
    }),
    delete: zendesk('DELETE /uploads/{token}', {
      summary: 'Delete uploaded files that no comment has used yet',
      params: z.object({ token: z.string().min(1).describe('Token of the upload') }),
    }),
  },
});
