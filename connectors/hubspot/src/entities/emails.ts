import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { hubspot } from '../adapter.ts';
import { copyOf, crmObject } from '../records/crm-object.ts';
import { emailId } from '../sample-account.ts';
import { searchOf } from '../searching.ts';
import { getParams, idLike, listParams } from '../shared.ts';
import { changeOf, creationOf, nothing } from '../writing.ts';

const Email = crmObject([
  'hs_createdate',
  'hs_email_direction',
  'hs_email_html',
  'hs_email_sender_email',
  'hs_email_status',
  'hs_email_subject',
  'hs_email_text',
  'hs_email_to_email',
  'hs_lastmodifieddate',
  'hs_object_id',
  'hs_timestamp',
  'hubspot_owner_id',
]);

const writable = {
  properties: {
    hs_timestamp: 'When the email was sent, as ISO 8601 or Unix milliseconds; its position in the timeline',
    hs_email_direction:
      '`EMAIL` for one that was sent, `INCOMING_EMAIL` for one that was received, `FORWARDED_EMAIL` for one that was forwarded',
    hs_email_status: '`SENT`, `SENDING`, `SCHEDULED`, `FAILED` or `BOUNCED`',
    hs_email_subject: 'Subject',
    hs_email_text: 'Text',
    hs_email_html: 'Text with HTML',
    hs_email_headers:
      'Sender and recipients as a JSON text, from which HubSpot derives `hs_email_sender_email` and `hs_email_to_email`',
    hubspot_owner_id: 'Id of the person the email is of, as `owners` has it',
  },
  required: ['hs_timestamp', 'hs_email_direction'],
  example: { hs_timestamp: '2026-11-01T09:30:00Z', hs_email_direction: 'EMAIL', hs_email_subject: 'Quote' },
};

/** https://developers.hubspot.com/docs/api-reference/crm-emails-v3/guide */
export const emails = defineEntity({
  name: 'emails',
  beyondContract: true,
  summary: 'Logged emails with contacts',
  keywords: [
    'log an email',
    'correspondence',
    'message history',
    'wrote to',
    'replied to',
    'mail thread',
    'sales email',
  ],
  record: Email,
  key: 'id',
  actions: {
    list: hubspot('GET /crm/v3/objects/emails', { summary: 'List emails', params: listParams }),
    create: hubspot('POST /crm/v3/objects/emails', {
      summary: 'Log an email on contacts, companies, deals or tickets; HubSpot sends nothing',
      ...creationOf('emails', writable),
    }),
    get: hubspot('GET /crm/v3/objects/emails/{emailId}', {
      summary: 'Get one email',
      params: getParams.extend({ emailId: idLike(emailId(0)) }),
    }),
    update: hubspot('PATCH /crm/v3/objects/emails/{emailId}', {
      summary: 'Correct a logged email; omitted properties stay unchanged',
      ...changeOf({ emailId: idLike(emailId(0)) }, writable),
    }),
    delete: hubspot('DELETE /crm/v3/objects/emails/{emailId}', {
      summary: 'Move an email to the recycling bin',
      params: z.object({ emailId: z.string().describe('Id of the email') }),
      result: nothing,
    }),
    api_search: hubspot('POST /crm/v3/objects/emails/search', { summary: 'Search emails', ...searchOf(Email) }),
  },
  ...copyOf('emails', Email, 'companies', 'contacts', 'deals', 'tickets'),
});
