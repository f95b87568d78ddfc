import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Refusal, suppressionParams, suppressionSync, takenOff } from '../records/suppression.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/retrieve-all-bounces */
export const bounces = defineEntity({
  name: 'bounces',
  summary: 'Addresses whose mail server permanently rejected an email; SendGrid no longer sends to them',
  keywords: ['for good', 'mailbox', 'refused', 'hard bounce', 'mailbox does not exist', 'undeliverable'],
  record: Refusal,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/bounces', { summary: 'List bounces', params: suppressionParams }),
    delete: suppressions('DELETE /v3/suppression/bounces/{email}', {
      ...takenOff,
      summary: 'Take an address off the list of bounces, so that it gets emails again',
    }),
  },
  search: { title: 'email', fields: allFields(Refusal) },
  sync: suppressionSync,
});
