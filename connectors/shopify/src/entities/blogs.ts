import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Deleted, id, isoTime, paged, settable, text, under, wholeList } from '../shared.ts';

export const Blog = z.object({
  id: z.int(),
  handle: text,
  title: text,
  commentable: text,
  feedburner: text,
  feedburner_location: text,
  created_at: isoTime,
  updated_at: isoTime,
  template_suffix: text,
  tags: text,
  admin_graphql_api_id: text,
});

const byId = z.object({ blog_id: id('blog') });

const editable = z.object({
  title: settable.text('Title'),
  handle: settable.text('Its part of the URL; by default made of the title'),
  template_suffix: settable.text('Template of the theme that shows it'),
  commentable: z
    .enum(['no', 'moderate', 'yes'])
    .optional()
    .describe('Whether readers may comment: no, after approval, or yes'),
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/blog */
export const blogs = defineEntity({
  name: 'blogs',
  summary: 'Blogs of the online shop',
  keywords: ['news', 'weblog'],
  record: Blog,
  key: 'id',
  actions: {
    list: shopifyList('GET /blogs.json', {
      summary: 'List blogs',
      params: z.object({ ...paged }),
      recordsAt: 'blogs',
    }),
    get: shopify('GET /blogs/{blog_id}.json', {
      summary: 'Get one blog',
      params: byId,
      recordAt: 'blog',
    }),
    create: shopify('POST /blogs.json', {
      beyondContract: true,
      summary: 'Create a blog of the online shop',
      params: editable.extend({ title: z.string().describe('Title') }),
      wire: under('blog'),
      recordAt: 'blog',
    }),
    update: shopify('PUT /blogs/{blog_id}.json', {
      beyondContract: true,
      summary: 'Change a blog; omitted fields stay unchanged',
      params: byId.extend(editable.shape),
      wire: under('blog'),
      recordAt: 'blog',
    }),
    delete: shopify('DELETE /blogs/{blog_id}.json', {
      beyondContract: true,
      summary: 'Delete a blog with its articles',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/blogs/{id}',
    fields: allFields(Blog, {
      except: ['feedburner', 'feedburner_location', 'template_suffix', 'admin_graphql_api_id'],
    }),
  },
  sync: wholeList,
});
