import { time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { NewBody, NextVersion, orders, paged, Representation, sortedBy } from '../shared.ts';

/** What pages and blog posts have in common. */
export const Content = z.object({
  id: z.string(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  spaceId: z.string().nullish(),
  authorId: z.string().nullish(),
  createdAt: time().nullish(),
  version: z
    .object({
      createdAt: time().nullish(),
      message: z.string().nullish(),
      number: z.int().nullish(),
      minorEdit: z.boolean().nullish(),
      authorId: z.string().nullish(),
      ncsStepVersion: z.string().nullish(),
    })
    .nullish(),
  body: z.object({ storage: Representation.nullish(), atlas_doc_format: Representation.nullish() }).nullish(),
  _links: z
    .object({
      webui: z.string().nullish(),
      editui: z.string().nullish(),
      edituiv2: z.string().nullish(),
      tinyui: z.string().nullish(),
      base: z.string().nullish(),
    })
    .nullish(),
});

const bodyFormat = z.enum(['storage', 'atlas_doc_format', 'view']);
const order = orders('id', 'title', 'created-date', 'modified-date');

// The contract has values that Confluence rejects in lists.
const except = <Choice extends z.ZodEnum>(choice: Choice, ...refused: readonly z.output<Choice>[]) => {
  const taken = choice.options.filter((value) => !refused.includes(value as z.output<Choice>));
  return choice.refine((value) => taken.includes(value), `must be one of ${taken.join(', ')} in this list`);
};

const contentList = paged.extend({
  'space-id': z.array(z.int()).max(100).optional().describe('Ids of the spaces to list from'),
  title: z.string().optional().describe('Exact title'),
  'body-format': except(bodyFormat, 'view')
    .optional()
    .describe('Format of the bodies, except view; without a format they are empty'),
});

/** Parameters of the list of pages. */
export const pageList = contentList.extend({
  status: z
    .array(except(z.enum(['current', 'archived', 'trashed', 'draft']), 'draft'))
    .optional()
    .describe('States to list, except draft; by default current and archived'),
  sort: sortedBy(order),
});

/** Parameters of the list of blog posts. */
export const blogPostList = contentList.extend({
  status: z
    .array(except(z.enum(['current', 'draft', 'trashed']), 'draft'))
    .optional()
    .describe('States to list, except draft; current by default'),
  sort: sortedBy(except(order, 'title', '-title')),
});

/** Parameters of reading one page or blog post. */
export const oneContent = z.object({
  id: z.string().describe('Id of the page or blog post'),
  'body-format': bodyFormat.optional().describe('Format of the body; without a format it is empty'),
  version: z.int().optional().describe('Number of the version to read; by default the current one'),
});

const title = z.string().min(1).max(255);
const status = z.enum(['current', 'draft']).default('current');

/** Parameters of a new page or blog post. */
export const newContent = z.object({
  spaceId: z.string().describe('Id of the space'),
  title: title.describe('Title, unique among the pages of the space'),
  body: NewBody.describe('The text'),
  status: status.describe('Published as current, or kept as a draft'),
  private: z.boolean().optional().describe('Whether only its author can see and edit it'),
});

/** Parameters of a change of a page or blog post: it replaces title and text. */
export const changedContent = z.object({
  id: z.string().describe('Id of the page or blog post'),
  title: title.describe('Title, also if it stays the same'),
  body: NewBody.describe('The whole new text'),
  version: NextVersion,
  status: status.describe('State after the change; current publishes a draft and takes a page out of the trash'),
});

/** Parameters of moving a page or blog post to the trash. */
export const deletedContent = z.object({
  id: z.string().describe('Id of the page or blog post'),
  purge: z.boolean().optional().describe('Whether to remove permanently what is in the trash already'),
  draft: z.boolean().optional().describe('Whether to delete a draft, which does not go to the trash'),
});

/** Sends a new page or blog post, whose visibility Confluence takes from the query. */
export const createContent = <New extends { readonly private?: boolean | undefined }>({
  private: onlyAuthor,
  ...body
}: New) => ({ query: { private: onlyAuthor }, body });
