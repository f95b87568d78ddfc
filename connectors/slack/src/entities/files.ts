import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { slack } from '../adapter.ts';

const UploadedFile = z.object({
  id: z.string(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  mimetype: z.string().nullish().describe('Media type'),
  size: z.int().nullish().describe('Number of bytes'),
  permalink: z.string().nullish().describe('URL of the file for members of the workspace'),
});

const altText = z.string().max(1000).optional().describe('Description of an image for people who cannot see it');
const filename = z.string().min(1).optional().describe('Name of the file; by default that it has');

/** https://docs.slack.dev/messaging/working-with-files#uploading_files */
export const files = defineEntity({
  name: 'files',
  beyondContract: true,
  summary: 'Files that were uploaded',
  keywords: ['share a file in a channel', 'send a screenshot', 'attach a document to a thread'],
  record: UploadedFile,
  key: 'id',
  actions: {
    upload: slack('POST /files.completeUploadExternal', {
      summary: 'Upload a file, and share it in a channel if one is named',
      effect: 'outward',
      recordAt: 'files.0',
      file: {
        as: 'target',
        fills: { name: 'filename', size: 'length' },
        target: {
          action: slack('POST /files.getUploadURLExternal', {
            summary: 'Get the URL for a file',
            encoding: 'form',
            params: z.object({ filename, length: z.int().describe('Number of bytes'), alt_txt: altText }),
          }),
          urlAt: 'upload_url',
          values: { file_id: 'file_id' },
        },
      },
      params: z.object({
        filename,
        alt_txt: altText,
        title: z.string().optional().describe('Title that Slack shows; by default the name'),
        channel_id: z.string().optional().describe('Channel to share the file in; without one, only the app sees it'),
        thread_ts: z.string().optional().describe('Time of the message whose thread the file goes to'),
        initial_comment: z.string().optional().describe('Text of the message with the file'),
      }),
      syncOnly: z.object({ length: z.int(), file_id: z.string() }),
      wire: ({ filename: name, alt_txt: _, length: __, file_id: id, title, ...rest }) => ({
        body: { ...rest, files: [{ id, title: title ?? name }] },
      }),
    }),
  },
});
