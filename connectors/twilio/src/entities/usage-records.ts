import { allFields, decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { practiceAt } from '../sample-practice.ts';
import { listParams, SubresourceUris } from '../shared.ts';

const UsageRecord = z.object({
  account_sid: z.string().nullish(),
  api_version: z.string().nullish(),
  as_of: z.string().nullish(),
  category: z.string().nullish(),
  count: decimal().nullish(),
  count_unit: z.string().nullish(),
  description: z.string().nullish(),
  end_date: z.string().nullish(),
  price: decimal().nullish(),
  price_unit: z.string().nullish(),
  start_date: z.string().nullish(),
  subresource_uris: SubresourceUris,
  uri: z.string().nullish(),
  usage: decimal().nullish(),
  usage_unit: z.string().nullish(),
});

// Category, description, count and its unit, usage and its unit, price.
const categories = [
  ['calls', 'Voice Minutes', 1310, 'calls', 2090, 'minutes', 22.495],
  ['calls-inbound', 'Inbound Voice Minutes', 870, 'calls', 1230, 'minutes', 10.455],
  ['calls-outbound', 'Outbound Voice Minutes', 440, 'calls', 860, 'minutes', 12.04],
  ['sms', 'SMS', 3120, 'messages', 3480, 'segments', 28.884],
  ['phonenumbers', 'Phone Numbers', 84, 'numbers', 84, 'number-months', 96.6],
  ['recordings', 'Recordings', 190, 'recordings', 410, 'minutes', 1.025],
] as const;

/** https://www.twilio.com/docs/usage/api/usage-record */
export const usageRecords = defineEntity({
  name: 'usage_records',
  summary: 'What an account used and paid since it was opened, by category',
  record: UsageRecord,
  key: ['account_sid', 'category'],
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Usage/Records.json', {
      summary: 'List the total usage of an account, one record for each category',
      params: listParams.extend({
        IncludeSubaccounts: z.boolean().optional().describe('Whether to include subaccounts; true by default'),
      }),
      recordsAt: 'usage_records',
      simulate: { fields: { IncludeSubaccounts: null } },
    }),
  },
  search: { fields: allFields(UsageRecord, { except: ['api_version', 'as_of', 'subresource_uris', 'uri'] }) },
  // Each account has its own records, which would be counted twice as part of the main account.
  sync: { ...ofEachAccount, params: { PageSize: 1000, IncludeSubaccounts: false } },
  sample: ({ index }) => {
    const { sid, opened, position } = practiceAt(Math.floor(index / categories.length));
    const line = categories[index % categories.length] as (typeof categories)[number];
    const [category, description, count, countUnit, usage, usageUnit, price] = line;
    const size = 4 - position;
    const path = `/2010-04-01/Accounts/${sid}/Usage/Records`;
    const query = `.json?Category=${category}`;
    return {
      account_sid: sid,
      api_version: '2010-04-01',
      as_of: '2026-10-31T23:52:10+00:00',
      category,
      count: String(count * size),
      count_unit: countUnit,
      description,
      end_date: '2026-10-31',
      price: (price * size).toFixed(3),
      price_unit: 'usd',
      start_date: new Date(opened).toISOString().slice(0, 10),
      subresource_uris: { daily: `${path}/Daily${query}`, monthly: `${path}/Monthly${query}` },
      uri: `${path}${query}`,
      usage: String(usage * size),
      usage_unit: usageUnit,
    };
  },
});
