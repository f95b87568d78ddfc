import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { id, isoTime, paged, text, wholeList } from '../shared.ts';

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
      params: z.object({ blog_id: id('blog') }),
      recordAt: 'blog',
    }),
  },
  search: {
    fields: allFields(Blog, {
      except: ['feedburner', 'feedburner_location', 'template_suffix', 'admin_graphql_api_id'],
    }),
  },
  sync: wholeList,
});
