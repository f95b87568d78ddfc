import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldSearch } from '../records/metafield.ts';
import { id, sized, wholeList } from '../shared.ts';
import { articles } from './articles.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldArticles = defineEntity({
  name: 'metafield_articles',
  summary: 'Fields that the shop or an app has added to articles',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /articles/{article_id}/metafields.json', {
      summary: 'List the metafields of an article',
      params: z.object({ blog_id: id('blog'), article_id: id('article'), ...sized }),
      // Shopify finds them without the blog, and has no route that names it.
      wire: ({ blog_id, ...query }) => ({ query }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: articles, bind: { blog_id: 'blog_id', article_id: 'id' }, notFound: 'empty' },
});
