import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { noteId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Note = crmObject([
  'hs_attachment_ids',
  'hs_createdate',
  'hs_lastmodifieddate',
  'hs_note_body',
  'hs_object_id',
  'hs_timestamp',
  'hubspot_owner_id',
]);

const writable = {
  properties: {
    hs_note_body: 'Text of the note, which may have HTML; at most 65,536 characters',
    hs_timestamp: 'When the note was written, as ISO 8601 or Unix milliseconds; its position in the timeline',
    hubspot_owner_id: 'Id of the author, as `owners` has it',
    hs_attachment_ids: 'Ids of attached files of HubSpot, separated by semicolons',
  },
  required: ['hs_timestamp'],
  example: { hs_timestamp: '2026-11-01T09:30:00Z', hs_note_body: 'Wants a quote for 40 seats.' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-notes-v3/guide */
export const notes = defineEntity({
  name: 'notes',
  beyondContract: true,
  summary: 'Notes on contacts, companies, deals and tickets',
  keywords: ['memo', 'comment in the crm', 'write down', 'jot down', 'annotation', 'remark', 'what we noted'],
  record: Note,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/notes', { summary: 'List notes', params: listParams }),
    create: hubspot('POST /crm/v3/objects/notes', {
      summary: 'Add a note to contacts, companies, deals or tickets',
      ...creationOf('notes', writable),
    }),
    get: hubspot('GET /crm/v3/objects/notes/{noteId}', {
      summary: 'Get one note',
      params: getParams.extend({ noteId: idLike(noteId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/notes/{noteId}', {
      summary: 'Change properties of a note; omitted ones stay unchanged',
      ...changeOf({ noteId: idLike(noteId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/notes/{noteId}', {
      summary: 'Move a note to the recycling bin',
      params: z.object({ noteId: z.string().describe('Id of the note') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/notes/search', { summary: 'Search notes', ...searchOf(Note) }),
  },
  ...copyOf('notes', Note, 'companies', 'contacts', 'deals', 'tickets'),
});
