import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import {
  blogPostList,
  Content,
  changedContent,
  createContent,
  deletedContent,
  newContent,
  oneContent,
} from '../records/content.ts';

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-blog-post/ */
export const blogPosts = defineEntity({
  name: 'blog_posts',
  summary: 'Blog posts of spaces',
  keywords: ['news', 'company news', 'internal news', 'published', 'announcements', 'blog entries', 'ceo letter'],
  record: Content,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/blogposts', {
      summary: 'List blog posts',
      params: blogPostList,
    }),
    get: confluence('GET /wiki/api/v2/blogposts/{id}', { summary: 'Get one blog post', params: oneContent }),
    create: confluence('POST /wiki/api/v2/blogposts', {
      beyondContract: true,
      summary: 'Publish a blog post, or save it as a draft',
      params: newContent,
      wire: createContent,
    }),
    update: confluence('PUT /wiki/api/v2/blogposts/{id}', {
      beyondContract: true,
      summary: 'Replace title and text of a blog post, or publish a draft',
      params: changedContent,
      // Confluence wants the id in the body as well.
      wire: (_, post) => ({ body: post }),
    }),
    delete: confluence('DELETE /wiki/api/v2/blogposts/{id}', {
      beyondContract: true,
      summary: 'Move a blog post to the trash',
      params: deletedContent,
      result: z.object({}),
    }),
  },
  search: {
    title: 'title',
    link: 'https://{setting:subdomain}.atlassian.net/wiki{_links.webui}',
    fields: allFields(Content),
  },
  sync: { via: 'list', params: { limit: 250, 'body-format': 'storage' } },
});
