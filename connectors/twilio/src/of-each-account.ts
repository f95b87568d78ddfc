import { setting } from '@connectory/connector-sdk';
import { accounts } from './entities/accounts.ts';

/** The sync plan of what an account has. A closed subaccount is deleted after 30 days, and its lists with it. */
export const ofEachAccount = {
  via: 'list',
  params: { PageSize: 1000 },
  each: accounts,
  bind: { AccountSid: 'sid' },
  notFound: 'empty',
} as const;

/** The day synchronized histories begin with. */
export const historySince = setting('history_since');
