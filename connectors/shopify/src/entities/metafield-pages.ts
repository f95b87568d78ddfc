import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldSearch } from '../records/metafield.ts';
import { id, sized, wholeList } from '../shared.ts';
import { pages } from './pages.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldPages = defineEntity({
  name: 'metafield_pages',
  summary: 'Fields that the shop or an app has added to pages',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /pages/{page_id}/metafields.json', {
      summary: 'List the metafields of a page',
      params: z.object({ page_id: id('page'), ...sized }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: pages, bind: { page_id: 'id' }, notFound: 'empty' },
});
