import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { pageLines } from '../sample-content.ts';
import { globalId, handleOf, idAt, series, shopOfSamples, timeAgo } from '../sample-shop.ts';
import { byPublication, byTime, changesOnly, id, nothingOf, paged, text, whole } from '../shared.ts';
import { isContentAskedFor } from '../simulated-filters.ts';

const Page = z.object({
  id: z.int(),
  title: text,
  handle: text,
  body_html: text,
  author: text,
  shop_id: whole,
  created_at: text,
  updated_at: text,
  published_at: text,
  template_suffix: text,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/page */
export const pages = defineEntity({
  name: 'pages',
  summary: 'Pages of the online shop, such as the one about shipping',
  record: Page,
  key: 'id',
  actions: {
    list: shopifyList('GET /pages.json', {
      summary: 'List pages',
      params: z.object({ ...paged, ...byTime, ...byPublication }),
      recordsAt: 'pages',
      simulate: { matches: isContentAskedFor },
    }),
    get: shopify('GET /pages/{page_id}.json', {
      summary: 'Get one page',
      params: z.object({ page_id: id('page') }),
      recordAt: 'page',
    }),
  },
  search: { fields: allFields(Page, { except: ['shop_id', 'template_suffix', 'admin_graphql_api_id'] }) },
  sync: changesOnly,
  sample: ({ index }) => {
    const position = index % pageLines.length;
    const [title, body] = pageLines[position] ?? pageLines[0];
    const page = idAt(series.page, position);
    const createdAt = timeAgo(700 - position * 80);
    return {
      ...nothingOf(Page),
      id: page,
      title,
      handle: handleOf(title),
      body_html: `<p>${body}</p>`,
      author: shopOfSamples.owner,
      shop_id: shopOfSamples.id,
      created_at: createdAt,
      updated_at: timeAgo(12 + position * 9),
      published_at: title === 'Holiday hours' ? null : createdAt,
      admin_graphql_api_id: globalId('Page', page),
    };
  },
});
