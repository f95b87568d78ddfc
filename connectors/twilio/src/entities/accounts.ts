import { defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { twilio } from '../adapter.ts';
import { sidOf } from '../sample-practice.ts';
import { pageParams, SubresourceUris, vendorTime } from '../shared.ts';

const Account = z.object({
  sid: z.string().nullish(),
  friendly_name: z.string().nullish(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  owner_account_sid: z.string().nullish(),
  auth_token: z.string().nullish(),
  date_created: vendorTime,
  date_updated: vendorTime,
  uri: z.string().nullish(),
  subresource_uris: SubresourceUris,
});

// The token of a subaccount would let its reader past the gateway.
const withoutToken = {
  toRecord: (row: RawValue) => ({ ...row, auth_token: row.auth_token && '***' }),
};

/** https://www.twilio.com/docs/iam/api/account */
export const accounts = defineEntity({
  name: 'accounts',
  summary: 'The account and its subaccounts',
  keywords: ['sub account', 'account status', 'suspended account', 'advertising account'],
  record: Account,
  key: 'sid',
  actions: {
    list: twilio('GET /Accounts.json', {
      summary: 'List the account and its subaccounts',
      params: pageParams,
      recordsAt: 'accounts',
      ...withoutToken,
    }),
    get: twilio('GET /Accounts/{sid}.json', {
      summary: 'Get the account or a subaccount',
      params: z.object({
        sid: z
          .string()
          .describe('SID of the account or subaccount')
          .meta({ examples: [sidOf('AC', 0)] }),
      }),
      ...withoutToken,
    }),
  },
  search: {
    title: 'friendly_name',
    fields: ['sid', 'friendly_name', 'status', 'type', 'owner_account_sid', 'uri', 'date_created', 'date_updated'],
  },
  sync: { via: 'list', params: { PageSize: 1000 } },
});
