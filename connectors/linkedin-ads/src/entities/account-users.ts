import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byOffset, linkedIn } from '../adapter.ts';
import { accountUrn, ChangeAuditStamps, finder, offsetPaging } from '../shared.ts';
import { changes, createsWithKey, deletes, memberOfAccount } from '../writes.ts';
import { accounts } from './accounts.ts';

const AccountUser = z.object({
  account: z.string().nullish(),
  user: z.string().nullish(),
  role: z.string().nullish(),
  changeAuditStamps: ChangeAuditStamps.nullish(),
});

const withRole = memberOfAccount.extend({
  role: z
    .enum(['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER', 'CAMPAIGN_MANAGER', 'CREATIVE_MANAGER', 'VIEWER'])
    .describe('What the member may do in the ad account'),
});

/** https://learn.microsoft.com/linkedin/marketing/integrations/ads/account-structure/create-and-manage-account-users */
export const accountUsers = defineEntity({
  name: 'account_users',
  summary: 'Members with a role in an ad account',
  keywords: ['who has access', 'who can edit', 'colleague', 'advertising accounts', 'who is allowed'],
  record: AccountUser,
  key: ['account', 'user'],
  actions: {
    // In version 1.0.0 of the Rest.li protocol, which is sent without a header, the account is a plain URN.
    list: linkedIn('GET /adAccountUsers', {
      summary: 'List the members of an ad account',
      params: z.object({
        q: finder('accounts'),
        accounts: accountUrn.describe('URN of the ad account'),
        ...offsetPaging,
      }),
      ...byOffset,
    }),
    create: linkedIn('PUT /adAccountUsers/(account:{account},user:{user})', {
      summary: 'Give a member a role in an ad account',
      effect: 'outward',
      params: withRole,
      wire: (_, member) => ({ body: member }),
      ...createsWithKey,
    }),
    update: linkedIn('POST /adAccountUsers/(account:{account},user:{user})', {
      summary: 'Change the role of a member in an ad account',
      effect: 'outward',
      params: withRole,
      ...changes,
    }),
    delete: linkedIn('DELETE /adAccountUsers/(account:{account},user:{user})', {
      summary: 'Take the access to an ad account away from a member',
      params: memberOfAccount,
      ...deletes,
    }),
  },
  search: { fields: allFields(AccountUser, { except: ['changeAuditStamps'] }) },
  sync: {
    via: 'list',
    params: { q: 'accounts', count: 500 },
    each: accounts,
    bind: { accounts: 'urn:li:sponsoredAccount:{id}' },
  },
});
