import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { byPublication, byTime, changesOnly, id, isoTime, paged, part, text, whole } from '../shared.ts';
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
      params: ofBlog.extend({ article_id: id('article') }),
      recordAt: 'article',
    }),
  },
  search: { fields: allFields(Article, { except: ['template_suffix', 'admin_graphql_api_id', 'user_id', 'image'] }) },
  sync: { ...changesOnly, each: blogs, bind: { blog_id: 'id' }, notFound: 'empty' },
});
