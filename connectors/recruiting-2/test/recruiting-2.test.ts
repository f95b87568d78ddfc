import type { Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { candidates } from '../src/entities/candidates.ts';
import { departments } from '../src/entities/departments.ts';

const answered = (body: Record<string, unknown>): Page => ({
  params: { limit: 2 },
  count: 2,
  value: (path) => body[path],
  first: () => undefined,
  last: () => undefined,
  header: () => undefined,
});

describe('requests', () => {
  it('posts an empty JSON object when no parameter is given', () => {
    expect(candidates.actions.list.request({})).toMatchObject({
      method: 'POST',
      path: '/candidate.list',
      body: { encoding: 'json', value: {} },
    });
  });

  it('sends the cursor and the page size in the body', () => {
    const params = { cursor: 'G8', limit: 2 };
    expect(candidates.actions.list.request(params).body?.value).toEqual(params);
    expect(candidates.actions.list.request(params).query).toBeUndefined();
  });

  it('refuses page sizes Ashby does not have', () => {
    const accepts = (limit: number) => candidates.actions.list.params.safeParse({ limit }).success;
    expect([0, 1, 100, 101].map(accepts)).toEqual([false, true, true, false]);
  });

  it('sends the identifier of a get in the body', () => {
    expect(departments.actions.get.request({ departmentId: 'a/b' })).toMatchObject({
      path: '/department.info',
      body: { value: { departmentId: 'a/b' } },
    });
  });
});

describe('pages', () => {
  const { paging, meta } = candidates.actions.list;

  it('goes on with the next cursor', () => {
    expect(paging?.next(answered({ moreDataAvailable: true, nextCursor: 'G8' }))).toEqual({ cursor: 'G8' });
  });

  it('ends when no more data is available, even if a cursor is still there', () => {
    expect(paging?.next(answered({ moreDataAvailable: false, nextCursor: 'G8' }))).toBeNull();
  });

  it('ends when a short list says nothing about pages', () => {
    expect(paging?.next(answered({}))).toBeNull();
    expect(meta.cursor?.read(answered({}))).toBeNull();
    expect(meta.has_more?.read(answered({}))).toBe(false);
  });
});
