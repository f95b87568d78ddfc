import { simulatedCalls } from '@connectory/testkit';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { blogPosts } from '../src/entities/blog-posts.ts';
import { contentLabels } from '../src/entities/content-labels.ts';
import { inlineComments } from '../src/entities/inline-comments.ts';
import { pages } from '../src/entities/pages.ts';
import { confluence } from '../src/index.ts';

const text = (value: string) => ({ representation: 'storage', value });

describe('requests', () => {
  it('a new page has its visibility and its level in the query, everything else in the body', () => {
    const { create } = pages.actions;
    const values = {
      spaceId: '98306',
      title: 'Time off',
      body: { value: '<p>30</p>' },
      private: true,
      'root-level': true,
    };
    expect(create.request(create.params.parse(values))).toMatchObject({
      method: 'POST',
      path: '/wiki/api/v2/pages',
      query: { private: true, 'root-level': true },
      body: { value: { spaceId: '98306', title: 'Time off', status: 'current', body: text('<p>30</p>') } },
    });
  });

  it('a change repeats the id in the body and names the version that it creates', () => {
    for (const { update } of [pages.actions, blogPosts.actions]) {
      const values = { id: '7', title: 'Time off', body: { value: '<p>31</p>' }, version: { number: 3 } };
      expect(update.request(update.params.parse(values)).body?.value).toEqual({
        id: '7',
        title: 'Time off',
        status: 'current',
        body: text('<p>31</p>'),
        version: { number: 3 },
      });
      expect(update.params.safeParse({ ...values, version: undefined }).success).toBe(false);
    }
  });

  it('a comment on a passage means its first occurrence unless another one is named', () => {
    const { create } = inlineComments.actions;
    const passage = { textSelection: 'thirty days' };
    const values = { pageId: '7', body: { value: 'Still?' }, inlineCommentProperties: passage };
    expect(create.request(create.params.parse(values)).body?.value).toMatchObject({
      inlineCommentProperties: { ...passage, textSelectionMatchCount: 1, textSelectionMatchIndex: 0 },
    });
  });

  it('a label is global, and is removed by name, which may contain a slash', () => {
    const { create, delete: remove } = contentLabels.actions;
    const label = { id: '7', name: 'team/legal' };
    expect(create.request(create.params.parse(label)).body?.value).toEqual({ prefix: 'global', name: 'team/legal' });
    expect(remove.request(remove.params.parse(label))).toMatchObject({
      path: '/wiki/rest/api/content/7/label',
      query: { name: 'team/legal' },
    });
  });
});

describe('what was written can be read', () => {
  it('publishes a page, changes it, and moves it to the trash', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const [space] = await call('spaces list', { limit: 1 });
    const { id } = await call('pages create', {
      spaceId: space.id,
      title: 'Incident review',
      body: text('<p>What happened.</p>'),
    });
    expect(await call('pages list', { title: 'Incident review' })).toMatchObject([{ id, spaceId: space.id }]);
    await call('pages update', {
      id,
      title: 'Incident review of May 3',
      body: text('<p>What happened, and why.</p>'),
      version: { number: 2, message: 'Causes' },
    });
    expect(await call('pages get', { id, 'body-format': 'storage' })).toMatchObject({
      title: 'Incident review of May 3',
      version: { number: 2, message: 'Causes' },
      body: { storage: text('<p>What happened, and why.</p>') },
    });
    await call('pages delete', { id });
    expect(await call('pages list', { title: 'Incident review of May 3' })).toEqual([]);
  });

  it('creates a space', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const { id } = await call('spaces create', { name: 'Legal', key: 'LEGAL', description: 'Contracts' });
    expect(await call('spaces list', { keys: ['LEGAL'] })).toMatchObject([
      { id, name: 'Legal', description: { plain: { value: 'Contracts' } } },
    ]);
  });

  it('publishes a blog post', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const [space] = await call('spaces list', { limit: 1 });
    const { id } = await call('blog_posts create', { spaceId: space.id, title: 'We moved', body: text('<p>New</p>') });
    expect(await call('blog_posts list', { title: 'We moved' })).toMatchObject([{ id, status: 'current' }]);
  });

  it('comments on a page; replies are not listed with the comments of the page', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const [{ id: pageId }] = await call('pages list', { limit: 1 });
    const before = await call('page_comments list', { pageId });
    const { id } = await call('page_comments create', { pageId, body: text('<p>Approved.</p>') });
    await call('page_comments create', { parentCommentId: id, body: text('<p>Thanks!</p>') });
    const after = await call('page_comments list', { pageId });
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ id, body: { storage: text('<p>Approved.</p>') } });
  });

  it('resolves a comment in the text', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const [{ id: pageId }] = await call('pages list', { limit: 1 });
    const { id } = await call('inline_comments create', {
      pageId,
      body: text('Which Monday?'),
      inlineCommentProperties: { textSelection: 'Monday' },
    });
    const change = { 'comment-id': id, body: text('Which Monday?'), version: { number: 2 } };
    await call('inline_comments update', { ...change, resolved: true });
    const resolved = await call('inline_comments list', { pageId, 'resolution-status': ['resolved'] });
    expect(resolved).toContainEqual(expect.objectContaining({ id, resolutionStatus: 'resolved' }));
  });

  it('adds a label to a page and removes it', async () => {
    const call = await simulatedCalls(confluence, { sandbox });
    const [{ id }] = await call('pages list', { limit: 1 });
    await call('content_labels create', { id, name: 'legal' });
    expect(await call('content_labels list', { id })).toContainEqual(expect.objectContaining({ name: 'legal' }));
    await call('content_labels delete', { id, name: 'legal' });
    expect(await call('content_labels list', { id })).not.toContainEqual(expect.objectContaining({ name: 'legal' }));
  });
});
