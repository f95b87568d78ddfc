import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const AppliedTag = z.object({ id: z.int(), candidate_id: z.int().nullish(), candidate_tag_id: z.int().nullish() });

/** https://harvestdocs.greenhouse.io/reference/get_v3-applied-candidate-tags */
export const appliedCandidateTags = defineEntity({
  beyondContract: true,
  name: 'applied_candidate_tags',
  summary: 'Which tags are on which candidates',
  keywords: ['tag a candidate', 'untag', 'label a candidate', 'mark candidate'],
  record: AppliedTag,
  key: 'id',
  actions: {
    list: listOf('applied_candidate_tags', 'List tags on candidates', {
      params: listParams.extend({
        candidate_id: z.int().optional().describe('Only tags on this candidate'),
        candidate_tag_id: z.int().optional().describe('Only where this tag is put on'),
      }),
      named: ({ candidate_id, candidate_tag_id, ...rest }) => ({
        ...rest,
        candidate_ids: candidate_id,
        candidate_tag_ids: candidate_tag_id,
      }),
    }),
    create: greenhouse('POST /applied_candidate_tags', {
      summary: 'Put a tag on a candidate',
      params: z.object({
        candidate_id: z.int().describe('Id of the candidate'),
        candidate_tag_id: z.int().describe('Id of the tag'),
      }),
    }),
    delete: greenhouse('DELETE /applied_candidate_tags/{id}', {
      summary: 'Take a tag off a candidate',
      params: z.object({ id: z.int().describe('Id of the applied tag') }),
      result: z.object({ id: z.int() }),
      toRecord: (_response, { id }) => ({ id }),
    }),
  },
});
