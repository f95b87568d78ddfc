import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Suppression, suppressionParams, suppressionSync } from '../records/suppression.ts';

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
  },
  search: { fields: allFields(Suppression) },
  sync: suppressionSync,
});
