import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldSearch } from '../records/metafield.ts';
import { id, sized, wholeList } from '../shared.ts';
import { blogs } from './blogs.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldBlogs = defineEntity({
  name: 'metafield_blogs',
  summary: 'Fields that the shop or an app has added to blogs',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /blogs/{blog_id}/metafields.json', {
      summary: 'List the metafields of a blog',
      params: z.object({ blog_id: id('blog'), ...sized }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: blogs, bind: { blog_id: 'id' }, notFound: 'empty' },
});
