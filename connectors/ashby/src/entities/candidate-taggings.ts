import { defineEntity } from '@connectory/connector-sdk';
import { ashby } from '../adapter.ts';
import { tagOfCandidate } from '../shared.ts';
import { Candidate } from './candidates.ts';

/** https://developers.ashbyhq.com/reference/candidateaddtag */
export const candidateTaggings = defineEntity({
  beyondContract: true,
  name: 'candidate_taggings',
  summary: 'Tags on candidates',
  keywords: ['tag a candidate', 'label a candidate', 'mark candidate', 'silver medalist'],
  record: Candidate,
  key: 'id',
  actions: {
    create: ashby('POST /candidate.addTag', { summary: 'Put a tag on a candidate', params: tagOfCandidate }),
  },
});
