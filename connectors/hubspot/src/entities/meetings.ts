import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { meetingId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Meeting = crmObject([
  'hs_createdate',
  'hs_internal_meeting_notes',
  'hs_lastmodifieddate',
  'hs_meeting_body',
  'hs_meeting_end_time',
  'hs_meeting_location',
  'hs_meeting_outcome',
  'hs_meeting_start_time',
  'hs_meeting_title',
  'hs_object_id',
  'hs_timestamp',
  'hubspot_owner_id',
]);

const writable = {
  properties: {
    hs_timestamp: 'When the meeting begins, as ISO 8601 or Unix milliseconds; its position in the timeline',
    hs_meeting_title: 'Title of the meeting',
    hs_meeting_body: 'Description, which attendees can see',
    hs_internal_meeting_notes: 'Notes for the team, which attendees cannot see',
    hs_meeting_start_time: 'When it begins, as ISO 8601; as `hs_timestamp`',
    hs_meeting_end_time: 'When it ends, as ISO 8601',
    hs_meeting_location: 'Address, room, link or telephone number',
    hs_meeting_external_url: 'URL of the event in the external calendar',
    hs_meeting_outcome: '`SCHEDULED`, `COMPLETED`, `RESCHEDULED`, `NO_SHOW` or `CANCELED`',
    hubspot_owner_id: 'Id of the organizer, as `owners` has it',
  },
  required: ['hs_timestamp', 'hs_meeting_title'],
  example: {
    hs_timestamp: '2026-11-03T09:30:00Z',
    hs_meeting_title: 'Demo',
    hs_meeting_end_time: '2026-11-03T10:00:00Z',
  },
};

/** https://developers.hubspot.com/docs/api-reference/crm-meetings-v3/guide */
export const meetings = defineEntity({
  name: 'meetings',
  beyondContract: true,
  summary: 'Logged meetings with contacts, planned and past',
  keywords: ['appointment', 'demo', 'visit', 'calendar', 'met with', 'log a meeting', 'video call', 'no show'],
  record: Meeting,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/meetings', { summary: 'List meetings', params: listParams }),
    create: hubspot('POST /crm/v3/objects/meetings', {
      summary: 'Log a meeting on contacts, companies, deals or tickets; HubSpot invites no attendees',
      ...creationOf('meetings', writable),
    }),
    get: hubspot('GET /crm/v3/objects/meetings/{meetingId}', {
      summary: 'Get one meeting',
      params: getParams.extend({ meetingId: idLike(meetingId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/meetings/{meetingId}', {
      summary: 'Change properties of a meeting; omitted ones stay unchanged',
      ...changeOf({ meetingId: idLike(meetingId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/meetings/{meetingId}', {
      summary: 'Move a meeting to the recycling bin',
      params: z.object({ meetingId: z.string().describe('Id of the meeting') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/meetings/search', { summary: 'Search meetings', ...searchOf(Meeting) }),
  },
  ...copyOf('meetings', Meeting, 'companies', 'contacts', 'deals', 'tickets'),
});
