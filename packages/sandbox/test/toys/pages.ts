import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  fromBody,
  page,
  restApi,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { limit, text } from './params.ts';

const Row = z.object({ id: z.int(), name: z.string() });
const flat = restApi({ encoding: 'form', arrays: 'indices' });

/** One entity for each way of paging, form bodies, basic authentication. */
export const pages: Connector = defineConnector({
  id: 'pages',
  kind: 'toy pages',
  vendor: 'Toy Pages',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://pages.example.com',
    documentation: 'https://pages.example.com',
    version: { pinned: '1', sunset: null },
    authentication: {
      basic: auth.basic({
        description: 'Account and token',
        username: '{account}/token',
        password: '{token}',
        fields: {
          account: { description: 'Account', secret: false, required: true },
          token: { description: 'Token', secret: true, required: true },
        },
      }),
    },
    failure: { message: ['message'] },
  }),
  entities: [
    defineEntity({
      name: 'linked_rows',
      summary: 'Rows with Link headers',
      record: Row,
      key: 'id',
      actions: {
        list: flat('GET /linked', {
          summary: 'List',
          params: z.object({ page: z.int().optional().describe('Page'), per_page: limit }),
          paging: page.linkHeader({ param: 'page', size: 'per_page', query: 'page[number]' }),
          wire: ({ page: number, per_page }) => ({ query: { 'page[number]': number, 'page[size]': per_page } }),
        }),
      },
    }),
    defineEntity({
      name: 'url_rows',
      summary: 'Rows with the URL of the next page',
      record: Row,
      key: 'id',
      actions: {
        list: flat('GET /urls', {
          summary: 'List',
          params: z.object({ page: z.int().optional().describe('Page'), per_page: limit }),
          recordsAt: 'rows',
          paging: page.nextUrl({ param: 'page', size: 'per_page', next: 'next_page', end: null }),
          meta: {
            next_page: fromBody('next_page', z.string().nullable()),
            previous_page: fromBody('previous_page', z.string().nullable()),
            count: fromBody('count', z.int()),
          },
        }),
      },
    }),
    defineEntity({
      name: 'offset_rows',
      summary: 'Rows skipped by number',
      record: Row,
      key: 'id',
      actions: {
        list: flat('GET /offsets', {
          summary: 'List',
          params: z.object({ skip: z.int().optional().describe('Rows to skip'), limit }),
          recordsAt: 'result.rows',
          paging: page.offset({ param: 'skip', size: 'limit', total: 'result.total' }),
        }),
      },
    }),
    defineEntity({
      name: 'numbered_rows',
      summary: 'Rows on numbered pages from 0',
      record: Row,
      key: 'id',
      actions: {
        list: flat('GET /numbers', {
          summary: 'List',
          params: z.object({ page: z.int().min(0).optional().describe('Page'), size: limit }),
          paging: page.pageNumber({ param: 'page', size: 'size', first: 0 }),
        }),
      },
    }),
    defineEntity({
      name: 'last_rows',
      summary: 'Rows after the last one',
      record: Row,
      key: 'id',
      actions: {
        list: flat('GET /lasts', {
          summary: 'List',
          params: z.object({
            after: z.int().optional().describe('Last row'),
            before: z.int().optional().describe('First row'),
            limit,
            ids: z.array(z.int()).optional().describe('Only these'),
          }),
          recordsAt: 'data',
          paging: page.lastId({ param: 'after', more: 'more', size: 'limit', before: 'before' }),
          meta: { more: fromBody('more', z.boolean()) },
        }),
        create: flat('POST /lasts', {
          summary: 'Create',
          params: z.object({
            name: text('Name'),
            metadata: z.record(z.string(), z.string()).optional().describe('Notes'),
          }),
        }),
      },
    }),
  ],
  check: { entity: 'last_rows', action: 'list', params: {} },
});
