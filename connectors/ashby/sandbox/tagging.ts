import type { RawValue } from '@connectory/connector-sdk';
import { simulate } from '@connectory/sandbox';
import { candidateNotes } from '../src/entities/candidate-notes.ts';
import { candidateTagRemovals } from '../src/entities/candidate-tag-removals.ts';
import { candidateTaggings } from '../src/entities/candidate-taggings.ts';

const thatCandidate = { candidateId: 'id', tagId: null } as const;

// Ashby sends it only in the request.
const withoutCandidate = ({ candidateId: _, ...note }: RawValue) => note;

export const simulatedTagging = [
  simulate(candidateTaggings, {
    actions: {
      create: { fields: thatCandidate, values: ({ tagId }) => ({ tags: [{ id: tagId, isArchived: false }] }) },
    },
  }),
  simulate(candidateTagRemovals, {
    actions: { create: { fields: thatCandidate, values: () => ({ tags: [] }) } },
  }),
  simulate(candidateNotes, {
    sample: (source) => ({
      candidateId: source.of('candidates'),
      content: source.words(12),
      createdAt: source.time(source.integer(1, 90)),
      author: {
        id: source.of('users'),
        firstName: source.of('users', 'firstName'),
        lastName: source.of('users', 'lastName'),
        email: source.of('users', 'email'),
      },
      isPrivate: false,
    }),
    actions: {
      list: { toRow: withoutCandidate },
      create: {
        values: ({ candidateId, note, isPrivate = false }) => ({ candidateId, content: note, isPrivate }),
        toRow: withoutCandidate,
      },
    },
  }),
];
