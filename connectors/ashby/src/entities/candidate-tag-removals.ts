import { defineEntity } from '@connectory/connector-sdk';
import { ashby } from '../adapter.ts';
import { tagOfCandidate } from '../shared.ts';
import { Candidate } from './candidates.ts';

/** https://developers.ashbyhq.com/reference/candidateremovetag */
export const candidateTagRemovals = defineEntity({
  beyondContract: true,
  name: 'candidate_tag_removals',
  summary: 'Removals of tags from candidates',
  keywords: ['untag', 'remove label', 'take the tag off', 'unlabel'],
  record: Candidate,
  key: 'id',
  actions: {
    create: ashby('POST /candidate.removeTag', { summary: 'Remove a tag from a candidate', params: tagOfCandidate }),
  },
});
