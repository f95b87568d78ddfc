import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import {
  byPublication,
  byTime,
  changesOnly,
  Deleted,
  id,
  isoTime,
  paged,
  settable,
  text,
  under,
  whole,
} from '../shared.ts';

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

const byId = z.object({ page_id: id('page') });

const editable = z.object({
  title: settable.text('Title'),
  body_html: settable.text('Text as HTML'),
  author: settable.text('Name of the author'),
  handle: settable.text('Its part of the URL; by default made of the title'),
  template_suffix: settable.text('Template of the theme that shows it'),
  published: settable.flag('Whether visitors of the online shop see it; true by default'),
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
      params: byId,
      recordAt: 'page',
    }),
    create: shopify('POST /pages.json', {
      beyondContract: true,
      summary: 'Create a page of the online shop, which visitors see unless published is false',
      effect: 'outward',
      params: editable.extend({ title: z.string().describe('Title') }),
      wire: under('page'),
      recordAt: 'page',
    }),
    update: shopify('PUT /pages/{page_id}.json', {
      beyondContract: true,
      summary: 'Change a page; omitted fields stay unchanged',
      effect: 'outward',
      params: byId.extend(editable.shape),
      wire: under('page'),
      recordAt: 'page',
    }),
    delete: shopify('DELETE /pages/{page_id}.json', {
      beyondContract: true,
      summary: 'Delete a page',
      params: byId,
      result: Deleted,
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:shop}.myshopify.com/admin/pages/{id}',
    fields: allFields(Page, { except: ['shop_id', 'template_suffix', 'admin_graphql_api_id'] }),
  },
  sync: changesOnly,
});
