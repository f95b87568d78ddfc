import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConnectorError } from './connector-error.ts';
import { valueAt } from './field-path.ts';
import { endsAtMax, fromBody, fromLink, type MaxRecords, type Page, page } from './page.ts';

interface Response {
  readonly params?: Record<string, unknown>;
  readonly body?: unknown;
  readonly records?: readonly unknown[];
  readonly link?: string;
}

const response = ({ params = {}, body = {}, records = [], link }: Response): Page => ({
  params,
  count: records.length,
  value: (path) => valueAt(body, path),
  first: (path) => valueAt(records[0], path),
  last: (path) => valueAt(records.at(-1), path),
  header: (name) => (name === 'link' ? link : undefined),
});

const two = [{ id: 'a' }, { id: 'b' }];

const nextUnknown = expect.objectContaining({
  code: 'upstream_unavailable',
  message: 'The upstream says there is more, but not where.',
});

describe('page.cursor', () => {
  const plain = page.cursor({ param: 'cursor', next: 'meta.next', size: 'limit' });
  const flagged = page.cursor({ param: 'cursor', next: 'meta.next', more: 'meta.more' });

  it('describes itself', () => {
    expect(plain).toMatchObject({ style: 'cursor', param: 'cursor', size: 'limit', reads: ['meta.next'] });
    expect(flagged).toMatchObject({ size: undefined, reads: ['meta.next', 'meta.more'] });
  });

  it('goes on with the cursor of the body', () => {
    expect(plain.next(response({ body: { meta: { next: 'abc' } } }))).toEqual({ cursor: 'abc' });
    expect(plain.next(response({ body: { meta: { next: 0 } } }))).toEqual({ cursor: 0 });
  });

  it.each([[{}], [{ meta: {} }], [{ meta: { next: null } }], [{ meta: { next: '' } }], [[]], [null]])(
    'ends at %j',
    (body) => {
      expect(plain.next(response({ body }))).toBeNull();
    },
  );

  it('needs the flag as well when there is one', () => {
    expect(flagged.next(response({ body: { meta: { next: 'abc', more: true } } }))).toEqual({ cursor: 'abc' });
    expect(flagged.next(response({ body: { meta: { next: 'abc', more: false } } }))).toBeNull();
    expect(flagged.next(response({ body: { meta: { next: 'abc', more: 'true' } } }))).toBeNull();
    expect(flagged.next(response({ body: { meta: { next: 'abc' } } }))).toBeNull();
    expect(flagged.next(response({ body: { meta: { more: false } } }))).toBeNull();
  });

  it.each([[{ more: true }], [{ more: true, next: null }], [{ more: true, next: '' }]])(
    'does not take a flag without a cursor for the end: %j',
    (meta) => {
      expect(() => flagged.next(response({ body: { meta } }))).toThrow(nextUnknown);
    },
  );
});

describe('page.lastId', () => {
  const paging = page.lastId({ param: 'starting_after', more: 'has_more', size: 'limit' });

  it('goes on after the last record', () => {
    expect(paging.next(response({ body: { has_more: true }, records: two }))).toEqual({ starting_after: 'b' });
  });

  it('takes another field when told so', () => {
    const nested = page.lastId({ param: 'since', more: 'has_more', id: 'node.number' });
    expect(nested.next(response({ body: { has_more: true }, records: [{ node: { number: 7 } }] }))).toEqual({
      since: 7,
    });
  });

  it('goes on backwards before the first record of a call that paged backwards', () => {
    const both = page.lastId({ param: 'starting_after', before: 'ending_before', more: 'has_more' });
    const body = { has_more: true };
    expect(both.next(response({ params: { ending_before: 'c' }, body, records: two }))).toEqual({ ending_before: 'a' });
    expect(both.next(response({ params: {}, body, records: two }))).toEqual({ starting_after: 'b' });
    expect(paging.next(response({ params: { ending_before: 'c' }, body, records: two }))).toEqual({
      starting_after: 'b',
    });
  });

  it('ends when the body says so', () => {
    expect(paging.next(response({ body: { has_more: false }, records: two }))).toBeNull();
    expect(paging.next(response({ records: two }))).toBeNull();
  });

  it.each([[[]], [[{}]], [[{ id: null }]]])(
    'does not take a last record without an identifier for the end: %j',
    (records) => {
      expect(() => paging.next(response({ body: { has_more: true }, records }))).toThrow(nextUnknown);
    },
  );
});

describe('page.linkHeader', () => {
  const paging = page.linkHeader({ param: 'page', size: 'per_page' });
  const link = (url: string) => `<${url}>; rel="next"`;

  it('takes the parameter from the next URL, and nothing else', () => {
    expect(paging.next(response({ link: link('https://api.example.com/items?page=2&per_page=5&token=x') }))).toEqual({
      page: '2',
    });
  });

  it('knows the parameter by the name of the query string', () => {
    const cursor = page.linkHeader({ param: 'cursor', query: 'page_info' });
    expect(cursor.next(response({ link: link('/items?page_info=e%3Df+g') }))).toEqual({ cursor: 'e=f g' });
  });

  it('ends without a next link', () => {
    expect(paging.next(response({}))).toBeNull();
    expect(paging.next(response({ link: '<https://api.example.com/items?page=1>; rel="prev"' }))).toBeNull();
  });

  it.each(['https://api.example.com/items', '/items?page_token=2', ''])(
    'does not take a next link without the parameter for the end: %j',
    (url) => {
      expect(() => paging.next(response({ link: link(url) }))).toThrow(nextUnknown);
    },
  );

  it('does not take a broken URL for the end', () => {
    expect(() => paging.next(response({ link: link('https://[') }))).toThrow(
      expect.objectContaining({ code: 'upstream_unavailable' }),
    );
  });
});

describe('page.nextUrl', () => {
  const paging = page.nextUrl({ param: 'cursor', next: 'links.next', query: 'page[after]' });

  it.each(['https://api.example.com/items?page[after]=x', '/items?page%5Bafter%5D=x', '?page[after]=x'])(
    'takes the parameter from %s',
    (next) => {
      expect(paging.next(response({ body: { links: { next } } }))).toEqual({ cursor: 'x' });
    },
  );

  it.each([[null], [''], [undefined]])('ends at %j', (next) => {
    expect(paging.next(response({ body: { links: { next } } }))).toBeNull();
  });

  it('does not take a URL without the parameter for the end', () => {
    expect(() => paging.next(response({ body: { links: { next: '/items' } } }))).toThrow(nextUnknown);
  });

  it.each(['http://', 17])('does not take a broken URL for the end: %j', (next) => {
    expect(() => paging.next(response({ body: { links: { next } } }))).toThrow(ConnectorError);
  });
});

describe('page.offset', () => {
  const counted = page.offset({ param: 'offset', size: 'limit', total: 'total' });
  const uncounted = page.offset({ param: 'offset', size: 'limit' });

  it('skips what was already returned', () => {
    expect(counted.next(response({ params: { limit: 2 }, body: { total: 5 }, records: two }))).toEqual({ offset: 2 });
    expect(counted.next(response({ params: { limit: 2, offset: 2 }, body: { total: 5 }, records: two }))).toEqual({
      offset: 4,
    });
  });

  it('ends when the total is reached, even on a full page', () => {
    expect(counted.next(response({ params: { limit: 2, offset: 2 }, body: { total: 4 }, records: two }))).toBeNull();
  });

  it('goes on after a page the upstream cut short, as long as the total is not reached', () => {
    expect(counted.next(response({ params: { limit: 100 }, body: { total: 5 }, records: two }))).toEqual({ offset: 2 });
  });

  it('goes on after a short page, which need not be the last', () => {
    expect(uncounted.next(response({ params: { limit: 3 }, records: two }))).toEqual({ offset: 2 });
    expect(counted.next(response({ params: { limit: 3 }, records: two }))).toEqual({ offset: 2 });
  });

  it('ends with an empty page', () => {
    expect(uncounted.next(response({ params: { limit: 2, offset: 4 } }))).toBeNull();
    expect(counted.next(response({ params: { limit: 2, offset: 4 }, body: { total: -1 } }))).toBeNull();
    expect(counted.next(response({ params: { limit: 2, offset: 4 }, body: { total: 3 } }))).toBeNull();
  });

  it('does not take an empty page before the total for the end', () => {
    expect(() => counted.next(response({ params: { limit: 2, offset: 4 }, body: { total: 9 } }))).toThrow(nextUnknown);
  });

  it('goes on where the upstream does not count the list', () => {
    expect(counted.next(response({ params: { limit: 2 }, body: { total: -1 }, records: two }))).toEqual({ offset: 2 });
  });

  it('skips the whole page when the upstream left records out of it', () => {
    const gaps = page.offset({ param: 'start', size: 'count', total: 'total', gaps: true });
    const params = { start: 3, count: 3 };
    expect(gaps.next(response({ params, body: { total: -1 }, records: two }))).toEqual({ start: 6 });
    expect(gaps.next(response({ params, body: { total: 7 }, records: two }))).toEqual({ start: 6 });
    expect(gaps.next(response({ params, body: { total: 6 }, records: two }))).toBeNull();
    expect(gaps.next(response({ params, body: { total: 6 } }))).toBeNull();
    expect(gaps.next(response({ params: {}, body: {}, records: two }))).toEqual({ start: 2 });
  });
});

describe('page.pageNumber', () => {
  const paging = page.pageNumber({ param: 'page', size: 'per_page' });

  it('counts on from the current page', () => {
    expect(paging.next(response({ params: { per_page: 2 }, records: two }))).toEqual({ page: 2 });
    expect(paging.next(response({ params: { page: 4, per_page: 2 }, records: two }))).toEqual({ page: 5 });
  });

  it('counts from the first page of the vendor', () => {
    const fromZero = page.pageNumber({ param: 'page', size: 'per_page', first: 0 });
    expect(fromZero.next(response({ params: { per_page: 2 }, records: two }))).toEqual({ page: 1 });
  });

  it('ends with an empty page, not with a short one', () => {
    expect(paging.next(response({ params: { page: 4, per_page: 3 }, records: two }))).toEqual({ page: 5 });
    expect(paging.next(response({ params: { page: 4 } }))).toBeNull();
  });
});

describe('fromBody', () => {
  it('reads its path', () => {
    const field = fromBody('meta.next', z.string().nullable());
    expect(field.reads).toEqual(['meta.next']);
    expect(field.read(response({ body: { meta: { next: 'abc' } } }))).toBe('abc');
    expect(fromBody('more', z.boolean()).read(response({ body: { more: false } }))).toBe(false);
  });

  it('gives what the type allows for an absent value', () => {
    expect(fromBody('next', z.string().nullable()).read(response({}))).toBeNull();
    expect(fromBody('next', z.string().nullish()).read(response({}))).toBeNull();
    expect(fromBody('next', z.string().nullable()).read(response({ body: { next: '' } }))).toBeNull();
    expect(fromBody('text', z.string()).read(response({ body: { text: '' } }))).toBe('');
    expect(fromBody('more', z.boolean().default(false)).read(response({}))).toBe(false);
    expect(fromBody('more', z.boolean().default(false)).read(response({ body: { more: null } }))).toBe(false);
    expect(fromBody('more', z.boolean()).read(response({}))).toBeUndefined();
  });
});

describe('fromLink', () => {
  it('gives the whole URL of the relation, null without one', () => {
    const url = 'https://api.example.com/items?page=2';
    expect(fromLink('next').read(response({ link: `<${url}>; rel="next"` }))).toBe(url);
    expect(fromLink('prev').read(response({ link: `<${url}>; rel="next"` }))).toBeNull();
    expect(fromLink('next').read(response({}))).toBeNull();
  });
});

describe('the most records of a list', () => {
  const ends = (max: MaxRecords, next: object | null, { params = {}, body = {}, records = two }: Response = {}) =>
    endsAtMax({ max, size: 'limit' }, response({ params, body, records }), next === null ? null : { ...next });

  it('are reached at the last page if the vendor counts more', () => {
    const max = { records: 1000, total: 'total' };
    expect(ends(max, null, { body: { total: 1001 } })).toBe(true);
    expect(ends(max, null, { body: { total: 1000 } })).toBe(false);
    expect(ends(max, null, { body: {} })).toBe(false);
    expect(ends(max, { cursor: 'c' }, { body: { total: 1001 } })).toBe(false);
  });

  it('are reached if the next page begins after them', () => {
    const max = { records: 1000, offset: 'after', page: 'page' };
    expect([ends(max, { after: '1000' }), ends(max, { after: '999' })]).toEqual([true, false]);
    const sized = { params: { limit: 100 } };
    expect([ends(max, { page: 11 }, sized), ends(max, { page: 10 }, sized)]).toEqual([true, false]);
    expect([ends(max, { page: 501 }), ends(max, { page: 500 })]).toEqual([true, false]);
    expect([ends(max, { cursor: 'c' }), ends(max, null)]).toEqual([false, false]);
  });

  it('are part of the paging that declares them', () => {
    const max = { records: 10, total: 'total' };
    const cursor = page.cursor({ param: 'cursor', next: 'next', max });
    const url = page.nextUrl({ param: 'page', next: 'next', max });
    for (const paging of [cursor, url]) expect(paging).toMatchObject({ max, reads: ['next', 'total'] });
  });
});
