import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { zendesk } from '../adapter.ts';
import { byCursor } from '../paging.ts';
import { listParams, sortOrder, timestamps } from '../shared.ts';

const Article = z.object({
  id: z.int(),
  url: z.string(),
  html_url: z.string(),
  title: z.string(),
  body: z.string(),
  locale: z.string(),
  author_id: z.int(),
  section_id: z.int(),
  ...timestamps,
  vote_sum: z.int(),
  vote_count: z.int(),
  label_names: z.array(z.string()),
  draft: z.boolean(),
  promoted: z.boolean(),
  position: z.int(),
});

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/ */
export const articles = defineEntity({
  name: 'articles',
  summary: 'Pages of the help center',
  keywords: ['faq', 'kb article', 'help centre', 'self service', 'support documentation'],
  record: Article,
  key: 'id',
  actions: {
    list: zendesk('GET /help_center/articles', {
      summary: 'List the articles of the help center',
      recordsAt: 'articles',
      wire: byCursor(),
      params: listParams.extend({
        sort_by: z.enum(['created_at', 'updated_at', 'title', 'position']).optional().describe('Field to sort by'),
        sort_order: sortOrder,
      }),
    }),
    get: zendesk('GET /help_center/articles/{id}', {
      summary: 'Get one article',
      recordAt: 'article',
      params: z.object({ id: z.int().describe('Article id') }),
    }),
  },
  search: {
    title: 'title',
    link: '{html_url}',
    fields: [
      'id',
      'url',
      'html_url',
      'title',
      'body',
      'locale',
      'author_id',
      'section_id',
      'created_at',
      'updated_at',
      'vote_sum',
      'vote_count',
      'label_names',
      'draft',
      'promoted',
      'position',
    ],
  },
  sync: { via: 'list', params: { per_page: 100 } },
});
