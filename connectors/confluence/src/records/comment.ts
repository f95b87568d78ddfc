import { z } from 'zod';
import { NewBody, NextVersion, orders, paged, sortedBy } from '../shared.ts';
import { Content } from './content.ts';

/** What comments below and in the text of a page have in common. */
export const Comment = z.object({
  id: z.string(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  pageId: z.string().nullish(),
  blogPostId: z.string().nullish(),
  parentCommentId: z.string().nullish(),
  version: Content.shape.version,
  body: Content.shape.body,
  _links: z.object({ webui: z.string().nullish(), base: z.string().nullish() }).nullish(),
});

/** Parameters of a list of the comments of a page. */
export const commentsOfPage = paged.extend({
  pageId: z.string().describe('Id of the page'),
  'body-format': z.enum(['storage', 'atlas_doc_format']).default('storage').describe('Format of the texts'),
  sort: sortedBy(orders('created-date', 'modified-date')),
});

/** Parameters of reading or deleting one comment. */
export const oneComment = z.object({ 'comment-id': z.string().describe('Id of the comment') });

/** Parameters of a new comment. */
export const newComment = z.object({
  pageId: z.string().optional().describe('Id of the page, unless it is a reply or below a blog post'),
  blogPostId: z.string().optional().describe('Id of the blog post, unless it is a reply or on a page'),
  parentCommentId: z
    .string()
    .optional()
    .describe('Id of the comment that it replies to, without pageId and blogPostId'),
  body: NewBody.describe('The text'),
});

/** Parameters of a change of a comment. */
export const changedComment = oneComment.extend({
  body: NewBody.describe('The whole new text'),
  version: NextVersion,
});
