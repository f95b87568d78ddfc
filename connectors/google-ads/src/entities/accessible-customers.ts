import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds } from '../adapter.ts';

const AccessibleCustomer = z.object({ customer_id: z.string(), resource_name: z.string().nullish() });

/** https://developers.google.com/google-ads/api/docs/account-management/listing-accounts */
export const accessibleCustomers = defineEntity({
  name: 'accessible_customers',
  summary: 'Accounts the user can open directly, without those only reached through a manager account',
  keywords: ['accounts can this login', 'customer ids', 'can i get into', 'access to which accounts'],
  record: AccessibleCustomer,
  key: 'customer_id',
  actions: {
    list: googleAds('GET /customers:listAccessibleCustomers', {
      summary: 'List the accounts the user can open directly',
      recordsAt: 'resourceNames',
      paging: null,
      toRecord: (name) => ({ customer_id: String(name).replace('customers/', ''), resource_name: name }),
    }),
  },
});
