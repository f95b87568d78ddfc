import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { blogTitles } from '../sample-content.ts';
import { globalId, handleOf, idAt, series, timeAgo } from '../sample-shop.ts';
import { id, nothingOf, paged, text, wholeList } from '../shared.ts';

const Blog = z.object({
  id: z.int(),
  handle: text,
  title: text,
  commentable: text,
  feedburner: text,
  feedburner_location: text,
  created_at: text,
  updated_at: text,
  template_suffix: text,
  tags: text,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/blog */
export const blogs = defineEntity({
  name: 'blogs',
  summary: 'Blogs of the online shop',
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
  sample: ({ index }) => {
    const position = index % blogTitles.length;
    const title = blogTitles[position] ?? blogTitles[0];
    const blog = idAt(series.blog, position);
    return {
      ...nothingOf(Blog),
      id: blog,
      handle: handleOf(title),
      title,
      commentable: position === 1 ? 'moderate' : 'no',
      created_at: timeAgo(800 - position * 100),
      updated_at: timeAgo(6 + position * 5),
      tags: ['packing, stars, tools, trips, wool', 'baking, cast iron, coffee', 'makers, shipping, shop'][position],
      admin_graphql_api_id: globalId('OnlineStoreBlog', blog),
    };
  },
});
