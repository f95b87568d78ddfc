import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { suppressions } from '../adapter.ts';
import { Suppression, sampleSuppression, skippingParams } from '../records/suppression.ts';

const SpamReport = Suppression.extend({ ip: z.string().nullish() });

/** https://www.twilio.com/docs/sendgrid/api-reference/spam-reports-api/retrieve-all-spam-reports */
export const spamReports = defineEntity({
  name: 'spam_reports',
  summary: 'Addresses whose owner marked an email as spam',
  record: SpamReport,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/spam_reports', { summary: 'List spam reports', params: skippingParams }),
  },
  sample: (source) => ({ ...sampleSuppression(source, 90), ip: `198.51.100.${source.integer(10, 20)}` }),
});
