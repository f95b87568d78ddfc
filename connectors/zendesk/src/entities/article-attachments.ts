import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, timestamps } from '../shared.ts';
import { articles } from './articles.ts';

const ArticleAttachment = z.object({
  id: z.int(),
  url: z.string(),
  article_id: z.int(),
  file_name: z.string(),
  content_type: z.string(),
  content_url: z.string(),
  size: z.int(),
  inline: z.boolean(),
  ...timestamps,
});

const byArticle = z.object({ article_id: z.int().describe('Id of the article the file is attached to') });
const byAttachment = byArticle.extend({ attachment_id: z.int().describe('Attachment id') });

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/article_attachments/ */
export const articleAttachments = defineEntity({
  name: 'article_attachments',
  summary: 'Files attached to articles of the help center',
  keywords: ['pdf of the article', 'images of the article', 'manual pdf', 'download from the help center'],
  record: ArticleAttachment,
  key: 'id',
  actions: {
    list: zendesk('GET /help_center/articles/{article_id}/attachments', {
      summary: 'List the attachments of an article',
      recordsAt: 'article_attachments',
      wire: byCursor(),
      params: byArticle.extend(listParams.shape),
    }),
    get: zendesk('GET /help_center/articles/{article_id}/attachments/{attachment_id}', {
      summary: 'Get the details of an attachment, without the file',
      recordAt: 'article_attachment',
      params: byAttachment,
    }),
    download: zendesk('GET /help_center/articles/{article_id}/attachments/{attachment_id}', {
      summary: 'Download the file of an attachment',
      fileAt: 'article_attachment.content_url',
      params: byAttachment,
    }),
  },
  search: {
    title: 'file_name',
    fields: [
      'id',
      'url',
      'article_id',
      'file_name',
      'content_type',
      'content_url',
      'size',
      'inline',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 }, each: articles, bind: { article_id: 'id' } },
});
