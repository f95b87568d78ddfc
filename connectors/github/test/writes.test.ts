import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { pullRequestMerges } from '../src/entities/pull-request-merges.ts';
import { releases } from '../src/entities/releases.ts';
import { workflowDispatches } from '../src/entities/workflow-dispatches.ts';
import { github } from '../src/index.ts';

const open = () => simulatedCalls(github, { sandbox });

// A repository of the simulated account.
const at = { owner: 'amaramoreau14', repo: 'storefront' };

describe('requests', () => {
  it('merges a pull request below its number', () => {
    const { create } = pullRequestMerges.actions;
    expect(create.request({ ...at, pull_number: 7, merge_method: 'squash' })).toMatchObject({
      method: 'PUT',
      path: '/repos/amaramoreau14/storefront/pulls/7/merge',
      body: { value: { merge_method: 'squash' } },
    });
  });

  it('publishes a release of a tag', () => {
    const { create } = releases.actions;
    expect(create.request({ ...at, tag_name: 'v2', body: 'Faster' })).toMatchObject({
      path: '/repos/amaramoreau14/storefront/releases',
      body: { value: { tag_name: 'v2', body: 'Faster' } },
    });
  });

  it('starts a workflow by the name of its file', () => {
    const { create } = workflowDispatches.actions;
    const given = { ...at, workflow_id: 'deploy.yml', ref: 'main', inputs: { stage: 'test' } };
    expect(create.request(given)).toMatchObject({
      path: '/repos/amaramoreau14/storefront/actions/workflows/deploy.yml/dispatches',
      body: { value: { ref: 'main', inputs: { stage: 'test' } } },
    });
  });
});

it('merges a pull request', async () => {
  const call = await open();
  const [{ number }] = await call('pull_requests list', { ...at, states: ['OPEN'] });
  expect(await call('pull_request_merges create', { ...at, pull_number: number })).toMatchObject({
    sha: expect.any(String),
  });
  expect(await call('pull_requests get', { ...at, number })).toMatchObject({ state: 'MERGED', merged: true });
});

it('changes a pull request, and asks for a review', async () => {
  const call = await open();
  const [{ number }] = await call('pull_requests list', { ...at, states: ['OPEN'] });
  await call('pull_requests update', { ...at, pull_number: number, title: 'Better title' });
  await call('review_requests create', { ...at, pull_number: number, reviewers: ['hubot'] });
  expect(await call('pull_requests get', { ...at, number })).toMatchObject({
    title: 'Better title',
    reviewRequests: { totalCount: 2 },
  });
});

it('approves a pull request', async () => {
  const call = await open();
  const [{ number: pull_number }] = await call('pull_requests list', at);
  const review = { ...at, pull_number, event: 'APPROVE', body: 'Ship it' };
  expect(await call('reviews create', review)).toMatchObject({ state: 'APPROVED', body: 'Ship it' });
});

it('publishes a release', async () => {
  const call = await open();
  expect(await call('releases create', { ...at, tag_name: 'v9.0.0', name: 'Nine' })).toMatchObject({ name: 'Nine' });
});

it('changes a release', async () => {
  const call = await open();
  const [{ databaseId: release_id, tagName: tag }] = await call('releases list', at);
  await call('releases update', { ...at, release_id, body: 'Faster' });
  expect(await call('releases get', { ...at, tag })).toMatchObject({ description: 'Faster' });
});

it('creates a label', async () => {
  const call = await open();
  const label = { name: 'regression', color: 'd73a4a' };
  expect(await call('labels create', { ...at, ...label })).toMatchObject(label);
});

it('changes the text of a comment', async () => {
  const call = await open();
  const issues = await call('issues list', at);
  const lists = await Promise.all(
    issues.map(({ number }: { number: number }) => call('comments list', { ...at, number })),
  );
  const [{ id, databaseId: comment_id }] = lists.flat();
  await call('comments update', { ...at, comment_id, body: 'First' });
  expect(await call('comments get', { id })).toMatchObject({ body: 'First' });
});
