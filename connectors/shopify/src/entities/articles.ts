import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import {
  byPublication,
  byTime,
  changesOnly,
  Deleted,
  id,
  imageParam,
  isoTime,
  paged,
  part,
  settable,
  text,
  under,
  whole,
} from '../shared.ts';
import { blogs } from './blogs.ts';

export const Article = z.object({
  id: z.int(),
  title: text,
  handle: text,
  author: text,
  body_html: text,
  summary_html: text,
  tags: text,
  template_suffix: text,
  admin_graphql_api_id: text,
  created_at: isoTime,
  updated_at: isoTime,
  published_at: isoTime,
  blog_id: whole,
  user_id: whole,
  image: part,
});

const ofBlog = z.object({ blog_id: id('blog') });

const byId = ofBlog.extend({ article_id: id('article') });

const editable = z.object({
  title: settable.text('Title'),
  body_html: settable.text('Text as HTML'),
  summary_html: settable.text('Summary as HTML'),
  author: settable.text('Name of the author'),
  tags: settable.tags(),
  handle: settable.text('Its part of the URL; by default made of the title'),
  template_suffix: settable.text('Template of the theme that shows it'),
  image: imageParam.describe('Picture'),
  published: settable.flag('Whether visitors of the online shop see it; true by default'),
  published_at: settable.time('When it is published; in the future to schedule it'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/article */
export const articles = defineEntity({
  name: 'articles',
  summary: 'Articles of a blog',
  keywords: ['blog posts', 'blog entries', 'blog stories', 'shop news', 'help page'],
  record: Article,
  key: 'id',
  actions: {
    list: shopifyList('GET /blogs/{blog_id}/articles.json', {
      summary: 'List the articles of a blog',
      params: ofBlog.extend({ ...paged, ...byTime, ...byPublication }),
      recordsAt: 'articles',
    }),
    get: shopify('GET /blogs/{blog_id}/articles/{article_id}.json', {
      summary: 'Get one article of a blog',
      params: byId,
      recordAt: 'article',
    }),
    create: shopify('POST /blogs/{blog_id}/articles.json', {
      beyondContract: true,
      summary: 'Create an article of a blog, which visitors see unless published is false',
      effect: 'outward',
      params: ofBlog.extend({ ...editable.shape, title: z.string().describe('Title') }),
      wire: under('article'),
      recordAt: 'article',
    }),
    update: shopify('PUT /blogs/{blog_id}/articles/{article_id}.json', {
      beyondContract: true,
      summary: 'Change an article; omitted fields stay unchanged',
      effect: 'outward',
      params: byId.extend(editable.shape),
      wire: under('article'),
      recordAt: 'article',
    }),
    delete: shopify('DELETE /blogs/{blog_id}/articles/{article_id}.json', {
      beyondContract: true,
      summary: 'Delete an article',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/articles/{id}',
    fields: allFields(Article, { except: ['template_suffix', 'admin_graphql_api_id', 'user_id', 'image'] }),
  },
  sync: { ...changesOnly, each: blogs, bind: { blog_id: 'id' }, notFound: 'empty' },
});
