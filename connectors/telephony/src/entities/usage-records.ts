import { decimal, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { ofEachAccount } from '../of-each-account.ts';
import { practiceOf } from '../sample-practice.ts';
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

// Category, description, unit of the count, unit of the usage, price of a unit of usage.
const categories = [
  ['calls', 'Voice Minutes', 'calls', 'minutes', 0.0108],
  ['calls-inbound', 'Inbound Voice Minutes', 'calls', 'minutes', 0.0085],
  ['calls-outbound', 'Outbound Voice Minutes', 'calls', 'minutes', 0.014],
  ['sms', 'SMS', 'messages', 'segments', 0.0083],
  ['phonenumbers', 'Phone Numbers', 'numbers', 'number-months', 1.15],
  ['recordings', 'Recordings', 'recordings', 'minutes', 0.0025],
] as const;

/** Contract B2, usage_records; https://www.twilio.com/docs/usage/api/usage-record */
export const usageRecords = defineEntity({
  name: 'usage_records',
  summary: 'What an account used and paid since it was opened, by category',
  record: UsageRecord,
  key: ['account_sid', 'category'],
  actions: {
    list: twilio('GET /Accounts/{AccountSid}/Usage/Records.json', {
      summary: 'List the total usage of an account, one record for each category',
      params: listParams.extend({
        IncludeSubaccounts: z.boolean().optional().describe('Whether subaccounts are included, as they are unless set'),
      }),
      recordsAt: 'usage_records',
      simulate: { fields: { IncludeSubaccounts: null } },
    }),
  },
  search: {
    fields: [
      'account_sid',
      'category',
      'description',
      'usage',
      'usage_unit',
      'count',
      'count_unit',
      'price',
      'price_unit',
      'start_date',
      'end_date',
    ],
  },
  // Each account has records of its own, and would be counted twice within those of the main account.
  sync: { ...ofEachAccount, params: { PageSize: 1000, IncludeSubaccounts: false } },
  sample: ({ index }) => {
    const { sid } = practiceOf(Math.floor(index / categories.length));
    const [category, description, countUnit, usageUnit, price] = categories[
      index % categories.length
    ] as (typeof categories)[number];
    const usage = (index + 3) * 137;
    const query = `.json?Category=${category}`;
    const path = `/2010-04-01/Accounts/${sid}/Usage/Records`;
    return {
      account_sid: sid,
      api_version: '2010-04-01',
      as_of: '2026-10-31T23:52:10+00:00',
      category,
      count: String(Math.ceil(usage / 2)),
      count_unit: countUnit,
      description,
      end_date: '2026-10-31',
      price: (usage * price).toFixed(4),
      price_unit: 'usd',
      start_date: '2024-03-14',
      subresource_uris: {
        all_time: `${path}/AllTime${query}`,
        daily: `${path}/Daily${query}`,
        monthly: `${path}/Monthly${query}`,
        yearly: `${path}/Yearly${query}`,
      },
      uri: `${path}${query}`,
      usage: String(usage),
      usage_unit: usageUnit,
    };
  },
});
