import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Refusal, suppressionParams, suppressionSync, takenOff } from '../records/suppression.ts';

const InvalidEmail = Refusal.omit({ status: true });

/** https://www.twilio.com/docs/sendgrid/api-reference/invalid-e-mails-api/retrieve-all-invalid-emails */
export const invalidEmails = defineEntity({
  name: 'invalid_emails',
  summary: 'Addresses that cannot exist',
  keywords: ['e mail'],
  record: InvalidEmail,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/invalid_emails', {
      summary: 'List invalid addresses',
      params: suppressionParams,
    }),
    delete: suppressions('DELETE /v3/suppression/invalid_emails/{email}', {
      ...takenOff,
      summary: 'Take an address off the list of invalid addresses, so that it gets emails again',
    }),
  },
  search: { title: 'email', fields: allFields(InvalidEmail) },
  sync: suppressionSync,
});
