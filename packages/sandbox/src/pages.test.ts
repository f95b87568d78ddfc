import { type Action, fromBody, page, restApi } from '@connectory/connector-sdk';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { cutPage, listEnvelope } from './pages.ts';

const records = [{ id: 1 }, { id: 2 }];

/** The body of a page of one record at a position of a list of two. */
function bodyOf(end: { end?: null | '' }, cursor?: string): unknown {
  const api = restApi({
    recordsAt: 'items',
    paging: page.cursor({ param: 'cursor', next: 'paging.next', size: 'limit', ...end }),
    meta: { next_cursor: fromBody('paging.next', z.string().nullable()) },
  });
  const action: Action = api('GET /items', {
    summary: 'List items',
    params: z.object({ limit: z.int().default(1).describe('Size of a page') }),
  });
  const cut = cutPage(records, action, { limit: 1, cursor });
  return listEnvelope(action, cut, cut.records, () => null).body;
}

it('names the next page while there is one', () => {
  expect(bodyOf({})).toEqual({ items: [{ id: 1 }], paging: { next: expect.any(String) } });
});

it.each([
  [{}, { items: [{ id: 2 }] }],
  [{ end: null }, { items: [{ id: 2 }], paging: { next: null } }],
  [{ end: '' as const }, { items: [{ id: 2 }], paging: { next: '' } }],
])('ends a list as the vendor does: %j', (end, body) => {
  const first = bodyOf(end) as { paging: { next: string } };
  expect(bodyOf(end, first.paging.next)).toEqual(body);
});
