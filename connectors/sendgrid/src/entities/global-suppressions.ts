import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { suppressions } from '../adapter.ts';
import { Suppression, suppressionParams, suppressionSync, takenOff } from '../records/suppression.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/suppressions-global-suppressions/retrieve-all-global-suppressions */
export const globalSuppressions = defineEntity({
  name: 'global_suppressions',
  summary: 'Addresses that unsubscribed from everything',
  keywords: ['opt outs', 'no mail at all'],
  record: Suppression,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/unsubscribes', {
      summary: 'List addresses that unsubscribed from everything',
      params: suppressionParams,
    }),
    create: suppressions('POST /v3/asm/suppressions/global', {
      beyondContract: true,
      summary: 'Send no more emails to these addresses',
      params: z.object({ recipient_emails: z.array(z.string()).min(1).describe('The email addresses') }),
      result: z.object({ recipient_emails: z.array(z.string()) }),
    }),
    delete: suppressions('DELETE /v3/asm/suppressions/global/{email}', {
      ...takenOff,
      summary: 'Let an address that unsubscribed from everything get emails again; only with its consent',
    }),
  },
  search: { title: 'email', fields: allFields(Suppression) },
  sync: suppressionSync,
});
