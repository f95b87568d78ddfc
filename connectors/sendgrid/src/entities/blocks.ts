import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Refusal, sampleSuppression, suppressionParams, suppressionSync } from '../records/suppression.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/blocks-api/retrieve-all-blocks */
export const blocks = defineEntity({
  name: 'blocks',
  summary: 'Addresses whose mail server temporarily rejected an email; SendGrid still sends to them',
  record: Refusal,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/blocks', { summary: 'List blocks', params: suppressionParams }),
  },
  search: { fields: allFields(Refusal) },
  sync: suppressionSync,
  sample: (source) => {
    const [reason, status] = source.pick([
      ['421 4.7.0 Too many connections from this address, try again later', '4.7.0'],
      ['452 4.2.2 The mailbox is over its quota', '4.2.2'],
      ['unable to find a mail server for example.com', '4.0.0'],
    ] as const);
    return { ...sampleSuppression(source, 60), reason, status };
  },
});
