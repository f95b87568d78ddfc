import { startSandbox } from '@connectory/sandbox';
import { createV2Client } from 'confluence.js/v2';
import { afterAll, describe, expect, it } from 'vitest';
import { wiki } from '../src/index.ts';

const { origin, sandbox, stop } = await startSandbox({ connectors: [wiki] });
afterAll(stop);

const { space, page, blogPost } = createV2Client({
  host: sandbox.baseUrl(origin, 'wiki'),
  auth: { type: 'bearer', token: sandbox.credentials('wiki', 'oauth2').access_token ?? '' },
});

const idOf = ({ id }: { readonly id?: unknown }) => id;

describe('confluence.js', () => {
  it.each([
    { entity: 'spaces', list: space.getSpaces, get: space.getSpaceById, states: ['current', 'archived'] },
    { entity: 'pages', list: page.getPages, get: page.getPageById, states: ['current', 'archived'] },
    { entity: 'blog_posts', list: blogPost.getBlogPosts, get: blogPost.getBlogPostById, states: ['current'] },
  ])('lists two pages of $entity, and gets one', async ({ entity, list, get, states }) => {
    const all = sandbox.records('wiki', entity).filter(({ status }) => states.includes(String(status)));
    const first = await list({ limit: 10 });
    const cursor = new URL(first._links?.next ?? '', origin).searchParams.get('cursor') ?? '';
    const second = await list({ limit: 10, cursor });
    expect([first, second].flatMap(({ results = [] }) => results.map(idOf))).toEqual(all.slice(0, 20).map(idOf));
    const { id, status, createdAt } = await get({ id: Number(all[3]?.id) });
    expect({ id, status, createdAt: createdAt?.toISOString() }).toEqual({
      id: all[3]?.id,
      status: all[3]?.status,
      createdAt: all[3]?.createdAt,
    });
  });
});
