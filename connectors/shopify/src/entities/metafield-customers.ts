import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { customers } from './customers.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldCustomers = defineEntity({
  name: 'metafield_customers',
  summary: 'Fields that the shop or an app has added to customers',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /customers/{customer_id}/metafields.json', {
      summary: 'List the metafields of a customer',
      params: z.object({ customer_id: id('customer'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: customers, bind: { customer_id: 'id' }, notFound: 'empty' },
});
