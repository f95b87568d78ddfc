import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { afterId, id, number, parts, text } from '../shared.ts';

const Country = z.object({ id: z.int(), name: text, code: text, tax_name: text, tax: number, provinces: parts });

/** https://shopify.dev/docs/api/admin-rest/latest/resources/country */
export const countries = defineEntity({
  name: 'countries',
  summary: 'Countries the shop sells to, with their taxes',
  keywords: ['nation', 'tax per country', 'vat per country'],
  record: Country,
  key: 'id',
  actions: {
    list: shopify('GET /countries.json', {
      summary: 'List countries',
      params: z.object(afterId),
      recordsAt: 'countries',
    }),
    get: shopify('GET /countries/{country_id}.json', {
      summary: 'Get one country',
      params: z.object({ country_id: id('country') }),
      recordAt: 'country',
    }),
  },
  search: { title: 'name', fields: allFields(Country, { except: ['tax', 'provinces'] }) },
  sync: { via: 'list' },
});
