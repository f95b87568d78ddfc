import { type SampleSource, simulate } from '@connectory/sandbox';
import type { z } from 'zod';
import { contentLabels } from '../src/entities/content-labels.ts';
import { inlineComments } from '../src/entities/inline-comments.ts';
import { pageComments } from '../src/entities/page-comments.ts';
import type { changedComment, newComment } from '../src/records/comment.ts';
import { account, firstVersion, moment, pageId, textIn } from './site.ts';

const remarks = [
  'Is this still right? We changed it in spring.',
  'Thanks, that saved me an hour.',
  'Please add who to ask when nobody is on duty.',
  'The link in the second paragraph leads to an old page.',
] as const;

// Comments belong to the first pages, two to each.
function sampleComment(source: SampleSource, first: number) {
  const id = String(first + source.index * 3);
  const page = pageId(Math.floor(source.index / 2) % 25);
  return {
    id,
    status: 'current',
    title: 'Re: page',
    pageId: page,
    blogPostId: undefined,
    parentCommentId: undefined,
    version: { ...firstVersion(moment(source, source.integer(1, 90))), authorId: account(source.integer(0, 24)) },
    body: textIn({ value: `<p>${remarks[source.index % remarks.length]}</p>`, representation: 'storage' }),
    _links: { webui: `/pages/viewpage.action?pageId=${page}&focusedCommentId=${id}`, base: undefined },
  };
}

const created = ({ body, ...below }: z.output<typeof newComment>) => ({
  pageId: null,
  blogPostId: null,
  parentCommentId: null,
  ...below,
  status: 'current',
  version: { number: 1, message: '' },
  body: textIn(body),
});

const changed = ({ body, version }: z.output<typeof changedComment>) => ({ version, body: textIn(body) });

// Replies are listed below their comment, not below the page.
const listed = (record: { readonly pageId?: unknown; readonly parentCommentId?: unknown }, page: string) =>
  record.pageId === page && (record.parentCommentId ?? null) === null;

export const simulatedComments = [
  simulate(pageComments, {
    sample: (source) => sampleComment(source, 2_621_441),
    actions: {
      list: { matches: (record, params) => listed(record, params.pageId) },
      create: { values: created },
      update: { values: changed },
    },
  }),
  simulate(inlineComments, {
    sample: (source) => ({
      ...sampleComment(source, 3_145_730),
      resolutionStatus: source.index % 4 === 3 ? 'resolved' : 'open',
      properties: { inlineMarkerRef: `3f7c1e52-${source.integer(1000, 9999)}`, inlineOriginalSelection: 'Monday' },
    }),
    actions: {
      list: {
        matches: (record, { pageId: page, 'resolution-status': states }) =>
          listed(record, page) && (states?.includes(record.resolutionStatus) ?? true),
      },
      create: {
        values: ({ inlineCommentProperties: passage, ...comment }) => ({
          ...created(comment),
          resolutionStatus: 'open',
          properties: { inlineOriginalSelection: passage?.textSelection },
        }),
      },
      update: {
        values: ({ resolved, ...comment }) => ({
          ...changed(comment),
          resolutionStatus: resolved === undefined ? undefined : resolved ? 'resolved' : 'reopened',
        }),
      },
    },
  }),
  simulate(contentLabels, {
    sample: (source) => ({
      id: String(4_194_305 + source.index),
      name: source.pick(['handbook', 'reviewed', 'draft-policy', 'on-call', 'template']),
      prefix: 'global',
    }),
    parent: ({ id }) => pageId((Number(id) - 4_194_305) % 25),
    actions: {
      create: { values: ({ name }) => ({ name, prefix: 'global' }) },
      delete: { matches: (record, { name }) => record.name === name },
    },
  }),
];
