import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { suppressions } from '../adapter.ts';
import { Suppression, skippingParams, takenOff } from '../records/suppression.ts';

const SpamReport = Suppression.extend({ ip: z.string().nullish() });

/** https://www.twilio.com/docs/sendgrid/api-reference/spam-reports-api/retrieve-all-spam-reports */
export const spamReports = defineEntity({
  name: 'spam_reports',
  summary: 'Addresses whose owner marked an email as spam',
  keywords: ['flag as junk', 'junk button', 'complaints', 'abuse reports', 'click rate', 'hit the spam button'],
  record: SpamReport,
  key: 'email',
  actions: {
    list: suppressions('GET /v3/suppression/spam_reports', { summary: 'List spam reports', params: skippingParams }),
    delete: suppressions('DELETE /v3/suppression/spam_reports/{email}', {
      ...takenOff,
      summary: 'Take an address off the list of spam reports, so that it gets emails again',
    }),
  },
});
