import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

/** A label for candidates: the record of `candidate_tags`, also embedded in candidates. */
export const CandidateTag = z.object({
  id: z.string(),
  title: z.string().nullish(),
  isArchived: z.boolean().nullish(),
});

/** https://developers.ashbyhq.com/reference/candidatetaglist */
export const candidateTags = defineEntity({
  name: 'candidate_tags',
  summary: 'Labels that can be put on candidates',
  keywords: ['applicant', 'people', 'sourced people', 'talent tags', 'mark candidates'],
  record: CandidateTag,
  key: 'id',
  actions: {
    list: ashby('POST /candidateTag.list', { summary: 'List tags that are not archived', params: listParams }),
    create: ashby('POST /candidateTag.create', {
      beyondContract: true,
      summary: 'Create a tag',
      params: z.object({ title: z.string().describe('Text of the tag') }),
    }),
  },
});
