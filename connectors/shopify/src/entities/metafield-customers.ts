import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldParams, metafieldSearch, metafieldValue } from '../records/metafield.ts';
import { Deleted, id, under, wholeList } from '../shared.ts';
import { customers } from './customers.ts';

const ofOwner = z.object({ customer_id: id('customer') });

const byId = ofOwner.extend({ metafield_id: id('metafield') });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldCustomers = defineEntity({
  name: 'metafield_customers',
  summary: 'Fields that the shop or an app has added to customers',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /customers/{customer_id}/metafields.json', {
      summary: 'List the metafields of a customer',
      params: ofOwner.extend(metafieldFilters),
      recordsAt: 'metafields',
    }),
    create: shopify('POST /customers/{customer_id}/metafields.json', {
      beyondContract: true,
      summary: 'Add a metafield to a customer',
      params: ofOwner.extend(metafieldParams),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    update: shopify('PUT /customers/{customer_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Change the value of a metafield of a customer',
      params: byId.extend(metafieldValue),
      wire: under('metafield'),
      recordAt: 'metafield',
    }),
    delete: shopify('DELETE /customers/{customer_id}/metafields/{metafield_id}.json', {
      beyondContract: true,
      summary: 'Delete a metafield of a customer',
      params: byId,
      result: Deleted,
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: customers, bind: { customer_id: 'id' }, notFound: 'empty' },
});
