import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import { Comment, changedComment, commentsOfPage, newComment, oneComment } from '../records/comment.ts';

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/ */
export const pageComments = defineEntity({
  name: 'page_comments',
  summary: 'Comments below pages and blog posts, and replies to them',
  keywords: ['footer comment', 'remark', 'feedback on the page', 'discussion', 'comment on a page', 'reply'],
  beyondContract: true,
  record: Comment,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/pages/{pageId}/footer-comments', {
      summary: 'List the comments below a page, without replies',
      params: commentsOfPage,
    }),
    get: confluence('GET /wiki/api/v2/footer-comments/{comment-id}', {
      summary: 'Get one comment',
      params: oneComment.extend({ 'body-format': commentsOfPage.shape['body-format'] }),
    }),
    create: confluence('POST /wiki/api/v2/footer-comments', {
      summary: 'Comment below a page or blog post, or reply to a comment; those who watch it are notified',
      effect: 'outward',
      params: newComment,
    }),
    update: confluence('PUT /wiki/api/v2/footer-comments/{comment-id}', {
      summary: 'Replace the text of a comment',
      params: changedComment,
    }),
    delete: confluence('DELETE /wiki/api/v2/footer-comments/{comment-id}', {
      summary: 'Delete a comment permanently',
      params: oneComment,
      result: z.object({}),
    }),
  },
});
