import { allFields, decimal, defineEntity, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { listParams, SubresourceUris } from '../shared.ts';

const UsageRecord = z.object({
  account_sid: z.string().nullish(),
  api_version: z.string().nullish(),
  as_of: z.string().nullish(),
  category: z.string().nullish(),
  count: decimal().nullish(),
  count_unit: z.string().nullish(),
  description: z.string().nullish(),
  end_date: time('date').nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  start_date: time('date').nullish(),
  subresource_uris: SubresourceUris,
  uri: z.string().nullish(),
  usage: decimal().nullish(),
  usage_unit: z.string().nullish(),
});

/** https://www.twilio.com/docs/usage/api/usage-record */
export const usageRecords = defineEntity({
  name: 'usage_records',
  summary: 'What an account used and paid since it was opened, by category',
  keywords: ['spend', 'what did twilio cost', 'spend on sms', 'how much did we spend on calls', 'charged'],
  record: UsageRecord,
  key: ['account_sid', 'category'],
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Usage/Records.json', {
      summary: 'List the total usage of an account, one record for each category',
      params: listParams.extend({
        IncludeSubaccounts: z.boolean().optional().describe('Whether to include subaccounts; true by default'),
      }),
      recordsAt: 'usage_records',
    }),
  },
  search: { fields: allFields(UsageRecord, { except: ['api_version', 'as_of', 'subresource_uris', 'uri'] }) },
  // Each account has its own records, which would be counted twice as part of the main account.
  sync: { ...ofEachAccount, params: { PageSize: 1000, IncludeSubaccounts: false } },
});
