import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { BillingAddress, ShippingAddress } from '../records/address.ts';
import { byId, flag, inOrder, MetaData, paged, search, sortedBy, text, timestamps } from '../shared.ts';

const Customer = z.object({
  id: z.int(),
  ...timestamps,
  email: text,
  first_name: text,
  last_name: text,
  role: text,
  username: text,
  billing: BillingAddress.nullish(),
  shipping: ShippingAddress.nullish(),
  is_paying_customer: flag,
  avatar_url: text,
  meta_data: MetaData,
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#customers */
export const customers = defineEntity({
  name: 'customers',
  summary: 'People with an account in the shop: customers and staff',
  keywords: ['shopper', 'client'],
  record: Customer,
  key: 'id',
  actions: {
    list: woocommerce('GET /customers', {
      summary: 'List people with an account, by default customers',
      params: z.object({
        ...paged,
        search,
        ...sortedBy(['id', 'include', 'name', 'registered_date'], 'name', 'asc'),
        email: z.string().optional().describe('Only the person with this email address'),
        role: z
          .enum(['all', 'administrator', 'editor', 'author', 'contributor', 'subscriber', 'customer', 'shop_manager'])
          .default('customer')
          .describe('Only people with this role, or all'),
      }),
    }),
    get: woocommerce('GET /customers/{id}', { summary: 'Get one customer', params: byId('Customer') }),
  },
  search: { fields: allFields(Customer) },
  sync: { via: 'list', params: { ...inOrder, role: 'all' } },
});
