import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { googleAds } from '../adapter.ts';
import { sampleCustomerId } from '../samples.ts';

const AccessibleCustomer = z.object({ customer_id: z.string(), resource_name: z.string().nullish() });

/** https://developers.google.com/google-ads/api/docs/account-management/listing-accounts */
export const accessibleCustomers = defineEntity({
  name: 'accessible_customers',
  summary: 'Accounts the user can open directly, without those only reached through a manager account',
  record: AccessibleCustomer,
  key: 'customer_id',
  actions: {
    list: googleAds('GET /customers:listAccessibleCustomers', {
      summary: 'List the accounts the user can open directly',
      recordsAt: 'resourceNames',
      paging: null,
      toRecord: (name) => ({ customer_id: String(name).replace('customers/', ''), resource_name: name }),
      toRow: ({ resource_name }) => resource_name,
    }),
  },
  sample: (source) => {
    const id = sampleCustomerId(source.index);
    return { customer_id: id, resource_name: `customers/${id}` };
  },
});
