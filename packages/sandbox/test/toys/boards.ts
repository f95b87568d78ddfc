import {
  auth,
  type Connector,
  defineConnector,
  defineEntity,
  defineUpstream,
  graphqlApi,
  page,
  selection,
} from '@connectory/connector-sdk';
import { z } from 'zod';
import { byId, text } from './params.ts';

const graphql = graphqlApi({
  path: '/v2',
  cursor: { param: 'cursor', size: 'limit' },
  pageInfo: { hasNextPage: 'has_more', endCursor: 'cursor' },
});
const limit = z.int().min(1).max(100).default(25).describe('Records per page');
const fields = selection('id name');
const Named = z.object({ id: z.string(), name: z.string() });

const boards = defineEntity({
  name: 'boards',
  summary: 'Boards on numbered pages, fetched by a list of ids',
  record: Named,
  key: 'id',
  actions: {
    list: graphql(
      `query ($page: Int, $limit: Int, $name: String) {
        boards(page: $page, limit: $limit, name: $name, state: all) { ...fields }
      }`,
      {
        summary: 'List',
        params: z.object({ page: z.int().min(1).default(1).describe('Page'), limit }),
        syncOnly: z.object({ name: z.string() }),
        fields,
        at: 'boards',
        paging: page.pageNumber({ param: 'page', size: 'limit' }),
      },
    ),
    get: graphql('query ($id: ID!) { boards(ids: [$id], state: all) { ...fields } }', {
      summary: 'Get',
      params: byId,
      fields,
      at: 'boards.0',
    }),
  },
  search: { fields: ['id', 'name'] },
  sync: { via: 'list', params: { name: 'Board 3' } },
});

const items = defineEntity({
  name: 'items',
  summary: 'Items of a board, with a cursor that is not Relay’s',
  record: Named,
  key: 'id',
  actions: {
    list: graphql(
      'query ($board_id: ID!, $limit: Int!, $cursor: String) { boards(ids: [$board_id], state: all) { items_page(limit: $limit, cursor: $cursor) { cursor items { ...fields } } } }',
      {
        summary: 'List',
        params: z.object({ board_id: text('Board'), limit, cursor: z.string().optional().describe('Cursor') }),
        fields,
        at: 'boards.0.items_page.items',
        requiredAt: 'boards.0',
        paging: page.cursor({ param: 'cursor', size: 'limit', next: 'data.boards.0.items_page.cursor' }),
      },
    ),
  },
  search: { fields: ['id', 'name'] },
  sync: { via: 'list', params: { limit: 100 }, each: boards, bind: { board_id: 'id' } },
});

/** GraphQL without Relay. */
export const planning: Connector = defineConnector({
  id: 'planning',
  kind: 'toy planning',
  vendor: 'Toy Planning',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://api.planning.example.com',
    documentation: 'https://planning.example.com',
    version: { pinned: '1', sunset: null },
    authentication: { token: auth.bearer('token', 'Token') },
    failure: { when: { path: 'errors', is: 'present' }, message: ['errors.0.message'] },
  }),
  entities: [boards, items],
  check: { entity: 'boards', action: 'list', params: {} },
});
