import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { byPublication, byTime, changesOnly, id, isoTime, paged, text, whole } from '../shared.ts';

export const Page = z.object({
  id: z.int(),
  title: text,
  handle: text,
  body_html: text,
  author: text,
  shop_id: whole,
  created_at: isoTime,
  updated_at: isoTime,
  published_at: isoTime,
  template_suffix: text,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/page */
export const pages = defineEntity({
  name: 'pages',
  summary: 'Pages of the online shop, such as the one about shipping',
  keywords: ['policy', 'text', 'privacy policy', 'imprint', 'document', 'contact page', 'static pages'],
  record: Page,
  key: 'id',
  actions: {
    list: shopifyList('GET /pages.json', {
      summary: 'List pages',
      params: z.object({ ...paged, ...byTime, ...byPublication }),
      recordsAt: 'pages',
    }),
    get: shopify('GET /pages/{page_id}.json', {
      summary: 'Get one page',
      params: z.object({ page_id: id('page') }),
      recordAt: 'page',
    }),
  },
  search: { fields: allFields(Page, { except: ['shop_id', 'template_suffix', 'admin_graphql_api_id'] }) },
  sync: changesOnly,
});
