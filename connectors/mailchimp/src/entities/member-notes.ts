import { defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { mailchimp } from '../adapter.ts';
import { inAudience, listParams } from '../shared.ts';

const Note = z.object({
  id: z.int(),
  note: z.string().nullish(),
  created_at: time().nullish(),
  created_by: z.string().nullish().describe('Name of the user who wrote it'),
  updated_at: time().nullish(),
  contact_id: z.string().nullish(),
  email_id: z.string().nullish(),
  list_id: z.string().nullish(),
});

const ofMember = inAudience.extend({
  subscriber_hash: z.string().describe('MD5 hash of the lower-case email address, or the contact_id'),
});

/** https://mailchimp.com/developer/marketing/api/list-member-notes/ */
export const memberNotes = defineEntity({
  beyondContract: true,
  name: 'member_notes',
  summary: 'Notes on contacts of an audience, for colleagues',
  keywords: ['comment on contact', 'remark', 'write down', 'note about a subscriber'],
  record: Note,
  key: 'id',
  actions: {
    list: mailchimp('GET /lists/{list_id}/members/{subscriber_hash}/notes', {
      summary: 'List the notes on a contact',
      params: ofMember.extend(listParams.shape),
      recordsAt: 'notes',
    }),
    create: mailchimp('POST /lists/{list_id}/members/{subscriber_hash}/notes', {
      summary: 'Write a note on a contact, which only colleagues see',
      params: ofMember.extend({ note: z.string().max(1000).describe('Text of the note') }),
    }),
  },
});
