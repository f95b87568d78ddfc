import type { Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { candidates } from '../src/entities/candidates.ts';
import { departments } from '../src/entities/departments.ts';
import { jobPostings } from '../src/entities/job-postings.ts';
import { events } from '../src/events.ts';

const pageWith = (body: Record<string, unknown>): Page => ({
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
    expect(paging?.next(pageWith({ moreDataAvailable: true, nextCursor: 'G8' }))).toEqual({ cursor: 'G8' });
  });

  it('ends when no more data is available, even if a cursor is still there', () => {
    expect(paging?.next(pageWith({ moreDataAvailable: false, nextCursor: 'G8' }))).toBeNull();
  });

  it('ends when a short list says nothing about pages', () => {
    expect(paging?.next(pageWith({}))).toBeNull();
    expect(meta.cursor?.read(pageWith({}))).toBeNull();
    expect(meta.has_more?.read(pageWith({}))).toBe(false);
  });
});

// https://developers.ashbyhq.com/reference/jobpostinginfo
it('finds the pay of a single job posting in its compensation', () => {
  const { get } = jobPostings.actions;
  const compensation = { compensationTierSummary: '$72K – $270K', shouldDisplayCompensationOnJobBoard: true };
  expect(get.toRecord?.({ id: '1', compensation }, { jobPostingId: '1' })).toEqual({ id: '1', ...compensation });
});

// https://developers.ashbyhq.com/reference/candidatemergewebhook
it('reports both candidates of a merge', () => {
  const body = {
    action: 'candidateMerge',
    data: { deletedCandidate: { id: 'old' }, mergedCandidate: { id: 'new' } },
  };
  expect(events.hints({ method: 'POST', headers: {}, query: {}, body })).toEqual([
    { entity: 'candidates', params: { id: 'old' }, key: { id: 'old' }, gone: true },
    { entity: 'candidates', params: { id: 'new' }, key: { id: 'new' }, gone: false },
  ]);
});
