import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { confluence } from '../adapter.ts';
import { Comment, changedComment, commentsOfPage, newComment, oneComment } from '../records/comment.ts';

const InlineComment = Comment.extend({
  resolutionStatus: z
    .string()
    .nullish()
    .describe('State: `open`, `reopened`, `resolved`, or `dangling` without its text'),
  properties: z
    .object({ inlineMarkerRef: z.string().nullish(), inlineOriginalSelection: z.string().nullish() })
    .nullish(),
});

/** https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/ */
export const inlineComments = defineEntity({
  name: 'inline_comments',
  summary: 'Comments on a passage in the text of a page or blog post, and replies to them',
  keywords: ['highlighted text', 'annotation', 'open remarks', 'resolve comment', 'comment on a sentence'],
  beyondContract: true,
  record: InlineComment,
  key: 'id',
  actions: {
    list: confluence('GET /wiki/api/v2/pages/{pageId}/inline-comments', {
      summary: 'List the comments in the text of a page, without replies',
      params: commentsOfPage.extend({
        'resolution-status': z
          .array(z.enum(['open', 'reopened', 'resolved', 'dangling']))
          .optional()
          .describe('Only comments in one of these states'),
      }),
    }),
    get: confluence('GET /wiki/api/v2/inline-comments/{comment-id}', {
      summary: 'Get one comment',
      params: oneComment.extend({ 'body-format': commentsOfPage.shape['body-format'] }),
    }),
    create: confluence('POST /wiki/api/v2/inline-comments', {
      summary: 'Comment on a passage of a page or blog post, or reply; those who watch it are notified',
      effect: 'outward',
      params: newComment.extend({
        inlineCommentProperties: z
          .strictObject({
            textSelection: z.string().min(1).describe('The text to comment on, exactly as the page shows it'),
            textSelectionMatchCount: z.int().min(1).default(1).describe('How often this text is on the page'),
            textSelectionMatchIndex: z.int().min(0).default(0).describe('Which of them is meant, from 0'),
          })
          .optional()
          .describe('The passage; required unless it is a reply'),
      }),
    }),
    update: confluence('PUT /wiki/api/v2/inline-comments/{comment-id}', {
      summary: 'Replace the text of a comment, resolve it or open it again',
      params: changedComment.extend({
        resolved: z.boolean().optional().describe('Whether it is resolved'),
      }),
    }),
    delete: confluence('DELETE /wiki/api/v2/inline-comments/{comment-id}', {
      summary: 'Delete a comment permanently',
      params: oneComment,
      result: z.object({}),
    }),
  },
});
