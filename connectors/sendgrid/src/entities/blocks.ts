import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Refusal, suppressionParams, suppressionSync, takenOff } from '../records/suppression.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/blocks-api/retrieve-all-blocks */
export const blocks = defineEntity({
  name: 'blocks',
  summary: 'Addresses whose mail server temporarily rejected an email; SendGrid still sends to them',
  keywords: ['turned away', 'soft bounce', 'deferred', 'greylisted', 'blacklisted', 'blocklisted'],
  record: Refusal,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/blocks', { summary: 'List blocks', params: suppressionParams }),
    delete: suppressions('DELETE /v3/suppression/blocks/{email}', {
      ...takenOff,
      summary: 'Take an address off the list of blocks, so that it gets emails again',
    }),
  },
  search: { title: 'email', fields: allFields(Refusal) },
  sync: suppressionSync,
});
