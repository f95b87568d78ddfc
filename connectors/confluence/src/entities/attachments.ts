import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';

const Attachment = z.object({
  id: z.string().describe('ID, which begins with att'),
  title: z.string().describe('Name of the file'),
  status: z.string().nullish(),
  extensions: z
    .object({
      mediaType: z.string().nullish(),
      fileSize: z.int().nullish(),
      comment: z.string().nullish(),
    })
    .nullish(),
  version: z.object({ number: z.int().nullish(), when: z.string().nullish() }).nullish(),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---attachments/ */
export const attachments = defineEntity({
  name: 'attachments',
  beyondContract: true,
  summary: 'Files attached to pages and blog posts',
  keywords: ['add a file to a page', 'attach a diagram', 'upload an image for the wiki'],
  record: Attachment,
  key: 'id',
  actions: {
    upload: confluence('PUT /wiki/rest/api/content/{id}/child/attachment', {
      summary: 'Attach a file to a page or blog post, as a new version if it has one with that name',
      recordAt: 'results.0',
      // Without it, Confluence takes a form for a forged one of a browser.
      headers: { 'x-atlassian-token': 'nocheck' },
      file: { as: 'multipart', field: 'file' },
      params: z.object({
        id: z.string().min(1).describe('ID of the page or blog post'),
        comment: z.string().optional().describe('Comment on this version of the file'),
        minorEdit: z.boolean().default(true).describe('Send no notifications about the change'),
      }),
    }),
  },
});
