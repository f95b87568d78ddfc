import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { amount, byId, flag, inOrder, paged, sortedBy, text, texts, whole } from '../shared.ts';
import { isListed } from '../simulated-lists.ts';

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

const countries =
  'AT20 BE21 BG20 CY19 CZ21 DE19 DK25 ES21 FI25.5 FR20 GR24 HR25 HU27 IE23 IT22 LT21 LU17 LV21 MT18 NL21 PL23 PT23 RO21 SE25 SI22';
const rates = countries.split(' ').map((text) => [text.slice(0, 2), Number(text.slice(2))] as const);

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#tax-rates */
export const taxRates = defineEntity({
  name: 'tax_rates',
  summary: 'Taxes by country, state, postcode and city',
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
      simulate: { matches: isListed },
    }),
    get: woocommerce('GET /taxes/{id}', { summary: 'Get one tax rate', params: byId('Tax rate') }),
  },
  search: { fields: allFields(TaxRate) },
  sync: { via: 'list', params: inOrder },
  sample: ({ index }) => {
    const [country, rate] = rates[index % rates.length] ?? ['IE', 23];
    return {
      id: 1 + index,
      country,
      state: '',
      postcode: '',
      city: '',
      postcodes: [],
      cities: [],
      rate: rate.toFixed(4),
      name: 'VAT',
      priority: 1,
      compound: false,
      shipping: true,
      order: index,
      class: 'standard',
    };
  },
});
