import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { callId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Call = crmObject([
  'hs_call_body',
  'hs_call_direction',
  'hs_call_disposition',
  'hs_call_duration',
  'hs_call_from_number',
  'hs_call_status',
  'hs_call_title',
  'hs_call_to_number',
  'hs_createdate',
  'hs_lastmodifieddate',
  'hs_object_id',
  'hs_timestamp',
  'hubspot_owner_id',
]);

const writable = {
  properties: {
    hs_timestamp: 'When the call took place, as ISO 8601 or Unix milliseconds; its position in the timeline',
    hs_call_title: 'Title of the call',
    hs_call_body: 'What was talked about',
    hs_call_direction: '`INBOUND` or `OUTBOUND`',
    hs_call_duration: 'Duration in milliseconds',
    hs_call_status: 'Status, such as `COMPLETED`, `NO_ANSWER`, `BUSY` or `MISSED`',
    hs_call_disposition:
      'Id of the outcome as the account defines it, such as f240bbac-87c9-4f6e-bf70-924b57d47db7 for connected',
    hs_call_from_number: 'Number of the caller',
    hs_call_to_number: 'Number that was called',
    hs_call_recording_url: 'URL of the recording, with HTTPS',
    hubspot_owner_id: 'Id of the person who called, as `owners` has it',
  },
  required: ['hs_timestamp'],
  example: { hs_timestamp: '2026-11-01T09:30:00Z', hs_call_title: 'Prices', hs_call_duration: 420000 },
};

/** https://developers.hubspot.com/docs/api-reference/crm-calls-v3/guide */
export const calls = defineEntity({
  name: 'calls',
  beyondContract: true,
  summary: 'Logged calls with contacts',
  keywords: ['log a call', 'conversation', 'spoke with', 'talked to', 'dialed', 'left a voicemail'],
  record: Call,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/calls', { summary: 'List calls', params: listParams }),
    create: hubspot('POST /crm/v3/objects/calls', {
      summary: 'Log a call on contacts, companies, deals or tickets; HubSpot dials no number',
      ...creationOf('calls', writable),
    }),
    get: hubspot('GET /crm/v3/objects/calls/{callId}', {
      summary: 'Get one call',
      params: getParams.extend({ callId: idLike(callId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/calls/{callId}', {
      summary: 'Change properties of a call; omitted ones stay unchanged',
      ...changeOf({ callId: idLike(callId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/calls/{callId}', {
      summary: 'Move a call to the recycling bin',
      params: z.object({ callId: z.string().describe('Id of the call') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/calls/search', { summary: 'Search calls', ...searchOf(Call) }),
  },
  ...copyOf('calls', Call, 'companies', 'contacts', 'deals', 'tickets'),
});
