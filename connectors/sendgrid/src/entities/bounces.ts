import { allFields, defineEntity } from '@connectory/connector-sdk';
import { suppressions } from '../adapter.ts';
import { Refusal, sampleSuppression, suppressionParams, suppressionSync } from '../records/suppression.ts';

/** https://www.twilio.com/docs/sendgrid/api-reference/bounces-api/retrieve-all-bounces */
export const bounces = defineEntity({
  name: 'bounces',
  summary: 'Addresses whose mail server permanently rejected an email; SendGrid no longer sends to them',
  record: Refusal,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/bounces', { summary: 'List bounces', params: suppressionParams }),
  },
  search: { fields: allFields(Refusal) },
  sync: suppressionSync,
  sample: (source) => {
    const suppression = sampleSuppression(source, 30);
    const [reason, status] = source.pick([
      [`550 5.1.1 <${suppression.email}>: Recipient address rejected: User unknown`, '5.1.1'],
      ['550 5.2.1 The mailbox is disabled', '5.2.1'],
      ['554 5.4.4 Host or domain name not found', '5.4.4'],
    ] as const);
    return { ...suppression, reason, status };
  },
});
