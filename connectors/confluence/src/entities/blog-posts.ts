import { allFields, defineEntity } from '@connectory/connector-sdk';
import { confluence } from '../adapter.ts';
import { blogPostList, Content, oneContent, simulatedList } from '../records/content.ts';
import { sampleBlogPost } from '../sample-site.ts';

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-blog-post/ */
export const blogPosts = defineEntity({
  name: 'blog_posts',
  summary: 'Blog posts of spaces',
  record: Content,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/blogposts', {
      summary: 'List blog posts',
      params: blogPostList,
      simulate: simulatedList(['current']),
    }),
    get: confluence('GET /wiki/api/v2/blogposts/{id}', { summary: 'Get one blog post', params: oneContent }),
  },
  search: { fields: allFields(Content) },
  sync: { via: 'list', params: { limit: 250, 'body-format': 'storage' } },
  sample: sampleBlogPost,
});
