import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Customer } from '../records/customer.ts';
import { byTime, changesOnly, id, paged } from '../shared.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/customer */
export const customers = defineEntity({
  name: 'customers',
  summary: 'People and companies that buy or have subscribed',
  keywords: ['buyer', 'client'],
  record: Customer,
  key: 'id',
  actions: {
    list: shopifyList('GET /customers.json', {
      summary: 'List customers',
      params: z.object({ ...paged, ...byTime }),
      recordsAt: 'customers',
    }),
    get: shopify('GET /customers/{customer_id}.json', {
      summary: 'Get one customer',
      params: z.object({ customer_id: id('customer') }),
      recordAt: 'customer',
    }),
  },
  search: {
    fields: [
      'id',
      'email',
      'phone',
      'first_name',
      'last_name',
      'state',
      'orders_count',
      'total_spent',
      'currency',
      'created_at',
      'updated_at',
    ],
  },
  sync: changesOnly,
});
