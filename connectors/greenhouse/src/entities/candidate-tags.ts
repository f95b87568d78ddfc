import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { listParams } from '../lists.ts';
import { listOf } from '../reads.ts';

const CandidateTag = z.object({ id: z.int(), name: z.string().nullish() });

/** https://harvestdocs.greenhouse.io/reference/get_v3-candidate-tags */
export const candidateTags = defineEntity({
  beyondContract: true,
  name: 'candidate_tags',
  summary: 'Tags that can be put on candidates',
  keywords: ['talent tags', 'labels for candidates', 'silver medalist'],
  record: CandidateTag,
  key: 'id',
  actions: { list: listOf('candidate_tags', 'List candidate tags', { params: listParams }) },
});
