import { allFields, defineEntity } from '@connectory/connector-sdk';
import { confluence } from '../adapter.ts';
import { blogPostList, Content, oneContent } from '../records/content.ts';

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
  },
  search: { fields: allFields(Content) },
  sync: { via: 'list', params: { limit: 250, 'body-format': 'storage' } },
});
