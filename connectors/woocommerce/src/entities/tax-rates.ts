import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { amount, byId, flag, inOrder, paged, sortedBy, text, texts, whole } from '../shared.ts';

const TaxRate = z.object({
  id: z.int(),
  country: text,
  state: text,
  postcode: text,
  city: text,
  postcodes: texts,
  cities: texts,
  rate: amount,
  name: text,
  priority: whole,
  compound: flag,
  shipping: flag,
  order: whole,
  class: text,
});

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#tax-rates */
export const taxRates = defineEntity({
  name: 'tax_rates',
  summary: 'Taxes by country, state, postcode and city',
  keywords: ['vat', 'how much vat', 'percent vat', 'vat per country', 'tax percentage', 'sales tax rates'],
  record: TaxRate,
  key: 'id',
  actions: {
    list: woocommerce('GET /taxes', {
      summary: 'List tax rates',
      params: z.object({
        ...paged,
        class: z.string().optional().describe('Only rates of the tax class with this slug, such as standard'),
        ...sortedBy(['id', 'order', 'priority'], 'order', 'asc'),
      }),
    }),
    get: woocommerce('GET /taxes/{id}', { summary: 'Get one tax rate', params: byId('Tax rate') }),
  },
  search: { title: 'name', fields: allFields(TaxRate) },
  sync: { via: 'list', params: inOrder },
});
