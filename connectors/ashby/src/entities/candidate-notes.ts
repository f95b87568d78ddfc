import { defineEntity, type RawValue, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { ashby } from '../adapter.ts';
import { listParams } from '../shared.ts';

const Note = z.object({
  id: z.string(),
  candidateId: z.string(),
  content: z.string().nullish().describe('Text of the note, as HTML if it was written so'),
  createdAt: time().nullish(),
  author: z
    .object({
      id: z.string(),
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
      email: z.string().nullish(),
    })
    .nullish(),
  isPrivate: z.boolean().nullish(),
});

const withCandidate = (note: RawValue, { candidateId }: { readonly candidateId: string }) => ({ candidateId, ...note });

const ofCandidate = { candidateId: z.string().describe('Id of the candidate') };

/** https://developers.ashbyhq.com/reference/candidatelistnotes */
export const candidateNotes = defineEntity({
  beyondContract: true,
  name: 'candidate_notes',
  summary: 'Notes on candidates, for the colleagues who hire',
  keywords: ['comment on candidate', 'remark', 'feedback note', 'write down', 'activity feed'],
  record: Note,
  key: 'id',
  actions: {
    list: ashby('POST /candidate.listNotes', {
      summary: 'List the notes on a candidate',
      params: listParams.extend(ofCandidate),
      toRecord: withCandidate,
    }),
    create: ashby('POST /candidate.createNote', {
      summary: 'Add a note to a candidate; colleagues are not notified',
      params: z.object({
        ...ofCandidate,
        note: z.string().describe('Text of the note'),
        type: z.enum(['text/plain', 'text/html']).default('text/plain').describe('How the text is written'),
        isPrivate: z.boolean().optional().describe('True shows it only to users who may see private fields'),
      }),
      wire: ({ note, type, ...rest }) => ({ body: { ...rest, note: { type, value: note } } }),
      toRecord: withCandidate,
    }),
  },
});
