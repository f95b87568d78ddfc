import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from '../adapter.ts';

const Note = z.object({
  id: z.int(),
  candidate_id: z.int().nullish(),
  user_id: z.int().nullish(),
  body: z.string().nullish(),
  visibility: z.string().nullish().describe('Who sees it: `admin_only`, `private` or `public`'),
  type: z.string().nullish().describe('Kind of note: `NOTE` for one that a user wrote'),
  created_at: time().nullish(),
});

/** https://harvestdocs.greenhouse.io/reference/post_v3-notes */
export const candidateNotes = defineEntity({
  beyondContract: true,
  name: 'candidate_notes',
  summary: 'Notes in the activity feed of candidates, for colleagues',
  keywords: ['comment on candidate', 'remark', 'write down', 'activity feed', 'interview summary'],
  record: Note,
  key: 'id',
  actions: {
    create: greenhouse('POST /notes', {
      summary: 'Add a note to a candidate, which only colleagues see',
      params: z.object({
        candidate_id: z.int().describe('Id of the candidate'),
        user_id: z.int().describe('Id of the user who is its author'),
        body: z.string().describe('Text of the note'),
        visibility: z
          .enum(['admin_only', 'private', 'public'])
          .describe('Which colleagues see it; public is all of them'),
      }),
      wire: (body) => ({ body: { ...body, note_type: 'NOTE' } }),
    }),
  },
});
