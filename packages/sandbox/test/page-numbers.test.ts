import { auth, defineConnector, defineEntity, defineUpstream, page, restApi } from '@connectory/connector-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../src/index.ts';
import { sendAction } from './send-action.ts';

const cursors = page.cursor({ param: 'cursor', size: 'per_page', next: 'meta.after', more: 'meta.has_more' });

/** Lists by cursor, with another name for the size of a page, unless a call names the number of a page. */
const library = restApi({
  recordsAt: 'books',
  paging: { ...cursors, alternatives: ['page'] },
});

const books = defineEntity({
  name: 'books',
  summary: 'Books',
  record: z.object({ id: z.int() }),
  key: 'id',
  actions: {
    list: library('GET /books', {
      summary: 'List books',
      params: z.object({
        page: z.int().min(1).optional().describe('Number of the page'),
        per_page: z.int().min(1).max(100).optional().describe('Size of a page'),
      }),
      wire: ({ page: number, per_page, ...rest }: { page?: number | undefined; per_page?: number | undefined }) =>
        number === undefined
          ? { query: { 'page[size]': per_page, 'page[after]': (rest as { cursor?: string }).cursor } }
          : { query: { page: number, per_page } },
    }),
  },
});

const connector = defineConnector({
  id: 'library',
  kind: 'library',
  vendor: 'Library',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://library.example',
    documentation: 'https://library.example/docs',
    version: { pinned: '1', sunset: null },
    authentication: { key: auth.bearer('api_key', 'Key') },
    failure: { message: ['message'] },
  }),
  entities: [books],
  check: { entity: 'books', action: 'list', params: {} },
});

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ connectors: [connector], recordsPerEntity: 25 });
});
afterAll(() => running.stop());

const ids = async (params: Record<string, unknown>) =>
  (await sendAction(running, connector, 'books', 'list', params)).rows.map(({ id }) => id);

it('pages by number where a call has one, and by cursor otherwise', async () => {
  expect(await ids({ page: 2, per_page: 10 })).toEqual(await ids({ per_page: 100 }).then((all) => all.slice(10, 20)));
  expect(await ids({ page: 3, per_page: 10 })).toHaveLength(5);
  expect(await ids({ page: 4, per_page: 10 })).toEqual([]);
  expect(await ids({ per_page: 7 })).toHaveLength(7);
});
