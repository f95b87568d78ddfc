import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { ownMeta } from '../own-fields.ts';
import { addresses, BillingAddress, ShippingAddress } from '../records/address.ts';
import {
  byId,
  flag,
  inOrder,
  MetaData,
  metaParam,
  paged,
  search,
  settable,
  sortedBy,
  text,
  timestamps,
} from '../shared.ts';

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

const editable = z.object({
  email: settable.text('Email address; no two can have the same'),
  first_name: settable.text('First name'),
  last_name: settable.text('Last name'),
  ...addresses,
  meta_data: metaParam,
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
    create: woocommerce('POST /customers', {
      beyondContract: true,
      summary: 'Create an account for a customer, which the shop may announce to them by email',
      effect: 'outward',
      params: editable.extend({
        email: z.string().describe('Email address; no two can have the same'),
        username: settable.text('Login name; by default made of the email address'),
      }),
    }),
    update: woocommerce('PUT /customers/{id}', {
      beyondContract: true,
      summary: 'Change a customer; omitted fields stay unchanged',
      params: byId('Customer').extend(editable.shape),
    }),
    delete: woocommerce('DELETE /customers/{id}', {
      beyondContract: true,
      summary: 'Delete the account of a customer permanently; the orders stay',
      params: byId('Customer').extend({ reassign: settable.whole('Id of the user who gets the posts of the account') }),
      wire: ({ reassign }) => ({ query: { force: true, reassign } }),
    }),
  },
  search: {
    title: ['first_name', 'last_name', 'email'],
    link: 'https://{setting:shop}/wp-admin/user-edit.php?user_id={id}',
    fields: allFields(Customer),
  },
  sync: { via: 'list', params: { ...inOrder, role: 'all' } },
  ownFields: ownMeta('customers', { role: 'all' }),
});
