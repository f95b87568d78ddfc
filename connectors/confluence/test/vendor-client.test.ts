import { startSandbox } from '@connectory/sandbox';
import { createV2Client } from 'confluence.js/v2';
import { afterAll, describe, expect, it } from 'vitest';
import { sandbox as simulation } from '../sandbox/index.ts';
import { confluence } from '../src/index.ts';

const { origin, sandbox, stop } = await startSandbox({ connectors: [confluence], sandboxes: [simulation] });
afterAll(stop);

const { space, page, blogPost } = createV2Client({
  host: sandbox.baseUrl(origin, 'confluence'),
  auth: { type: 'bearer', token: sandbox.credentials('confluence', 'oauth2').access_token ?? '' },
});

const idOf = ({ id }: { readonly id?: unknown }) => id;

describe('confluence.js', () => {
  it.each([
    { entity: 'spaces', list: space.getSpaces, get: space.getSpaceById, states: ['current', 'archived'] },
    { entity: 'pages', list: page.getPages, get: page.getPageById, states: ['current', 'archived'] },
    { entity: 'blog_posts', list: blogPost.getBlogPosts, get: blogPost.getBlogPostById, states: ['current'] },
  ])('lists all $entity in pages, and gets one', async ({ entity, list, get, states }) => {
    const all = sandbox.records('confluence', entity).filter(({ status }) => states.includes(String(status)));
    const listed: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { results = [], _links } = await list({ limit: 10, ...(cursor !== undefined && { cursor }) });
      listed.push(...results.map(idOf));
      cursor = _links?.next === undefined ? null : new URL(_links.next, origin).searchParams.get('cursor');
    }
    expect(listed).toEqual(all.map(idOf));
    const { id, status, createdAt } = await get({ id: Number(all[3]?.id) });
    expect({ id, status, createdAt: createdAt?.toISOString() }).toEqual({
      id: all[3]?.id,
      status: all[3]?.status,
      createdAt: all[3]?.createdAt,
    });
  });
});
