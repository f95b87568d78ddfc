import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { CustomerAddress } from '../records/address.ts';
import { id, sized } from '../shared.ts';

const ofCustomer = z.object({ customer_id: id('customer') });

/** https://shopify.dev/docs/api/admin-rest/2025-04/resources/customer-address */
export const customerAddress = defineEntity({
  name: 'customer_address',
  summary: 'Addresses in the address books of customers',
  keywords: ['home', 'buyer', 'postal address', 'billing address', 'delivery address', 'shipping addresses'],
  record: CustomerAddress,
  key: 'id',
  actions: {
    list: shopifyList('GET /customers/{customer_id}/addresses.json', {
      summary: 'List the addresses of a customer',
      params: ofCustomer.extend(sized),
      recordsAt: 'addresses',
    }),
    get: shopify('GET /customers/{customer_id}/addresses/{address_id}.json', {
      summary: 'Get one address of a customer',
      params: ofCustomer.extend({ address_id: id('address') }),
      recordAt: 'customer_address',
    }),
  },
});
