import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { BillingAddress, ShippingAddress } from '../records/address.ts';
import { customerId, days, madeAndChanged, personAt } from '../sample-shop.ts';
import { byId, flag, inOrder, MetaData, paged, search, sortedBy, text, timestamps } from '../shared.ts';
import { isListed } from '../simulated-lists.ts';

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
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /customers/{id}', { summary: 'Get one customer', params: byId('Customer') }),
  },
  search: { fields: allFields(Customer) },
  sync: { via: 'list', params: { ...inOrder, role: 'all' } },
  sample: ({ index }) => {
    const { username, email, first_name, last_name, billing, shipping } = personAt(index);
    const role = ['administrator', 'shop_manager', 'subscriber'][index] ?? 'customer';
    return {
      id: customerId(index),
      ...madeAndChanged(days(900 - (index % 60) * 14), days(200 - (index % 40) * 4)),
      email,
      first_name,
      last_name,
      role,
      username,
      billing,
      shipping,
      is_paying_customer: role === 'customer' && index % 5 !== 4,
      avatar_url: `https://secure.gravatar.com/avatar/${username.length}${index}?s=96&d=mm&r=g`,
      meta_data: [],
    };
  },
});
