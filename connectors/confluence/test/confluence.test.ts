import type { Action, Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { blogPosts } from '../src/entities/blog-posts.ts';
import { pages } from '../src/entities/pages.ts';
import { spaces } from '../src/entities/spaces.ts';

describe('requests', () => {
  it('ask for the description and the icon of spaces', () => {
    const { list, get } = spaces.actions;
    expect(list.request(list.params.parse({ keys: ['ENG', 'FIN'] }))).toEqual({
      method: 'GET',
      path: '/wiki/api/v2/spaces',
      arrays: 'repeat',
      query: { limit: 25, keys: ['ENG', 'FIN'], 'description-format': 'plain', 'include-icon': true },
    });
    expect(get.request(get.params.parse({ id: '98306', 'description-format': 'view' }))).toMatchObject({
      path: '/wiki/api/v2/spaces/98306',
      query: { 'description-format': 'view', 'include-icon': true },
    });
  });

  it('read the text of pages and blog posts for the copy', () => {
    for (const { sync, actions } of [pages, blogPosts]) {
      expect(actions.list.request(actions.list.params.parse(sync?.params)).query).toEqual({
        limit: 250,
        'body-format': 'storage',
      });
    }
  });
});

describe('what Confluence refuses in lists', () => {
  const refusal = ({ params }: Action, values: Readonly<Record<string, unknown>>) =>
    params.safeParse(values).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

  it.each([
    [pages.actions.list, { status: ['current', 'draft'] }, 'status.1 must be one of current, archived, trashed'],
    [blogPosts.actions.list, { status: ['draft'] }, 'status.0 must be one of current, trashed'],
    [pages.actions.list, { 'body-format': 'view' }, 'body-format must be one of storage, atlas_doc_format'],
    [blogPosts.actions.list, { 'body-format': 'view' }, 'body-format must be one of storage, atlas_doc_format'],
    [
      blogPosts.actions.list,
      { sort: '-title' },
      'sort must be one of id, -id, created-date, -created-date, modified-date, -modified-date',
    ],
  ])('names what it takes instead: %#', (action, values, sentence) => {
    expect(refusal(action, values)).toEqual([`${sentence} in this list`]);
  });

  it('is taken where it is not a list, or sorts pages', () => {
    expect(refusal(pages.actions.get, { id: '1', 'body-format': 'view' })).toBeUndefined();
    expect(refusal(pages.actions.list, { sort: '-title' })).toBeUndefined();
  });
});

describe('paging', () => {
  const pageWith = (next: string | undefined): Page => ({
    params: {},
    count: 1,
    value: () => next,
    first: () => undefined,
    last: () => undefined,
    header: () => undefined,
  });

  it('takes the cursor from the relative URL of the next page, and ends without one', () => {
    const { paging } = pages.actions.list;
    expect(paging?.next(pageWith('/wiki/api/v2/pages?limit=5&cursor=eyJpZCI6IjEifQ%3D%3D'))).toEqual({
      cursor: 'eyJpZCI6IjEifQ==',
    });
    expect(paging?.next(pageWith(undefined))).toBeNull();
  });
});
