import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { idAt, series } from '../sample-shop.ts';
import { afterId, id, number, parts, text } from '../shared.ts';

const Country = z.object({ id: z.int(), name: text, code: text, tax_name: text, tax: number, provinces: parts });

const countryLines = [
  [
    'United States',
    'US',
    'Federal Tax',
    0,
    [
      ['Arizona', 'AZ', 0.056],
      ['California', 'CA', 0.0725],
      ['Oregon', 'OR', 0],
    ],
  ],
  [
    'Canada',
    'CA',
    'GST',
    0.05,
    [
      ['British Columbia', 'BC', 0.07],
      ['Ontario', 'ON', 0.08],
      ['Quebec', 'QC', 0.09975],
    ],
  ],
  [
    'Mexico',
    'MX',
    'VAT',
    0.16,
    [
      ['Ciudad de México', 'DF', 0],
      ['Sonora', 'SON', 0],
    ],
  ],
  ['Germany', 'DE', 'VAT', 0.19, []],
  ['United Kingdom', 'GB', 'VAT', 0.2, []],
] as const;

/** https://shopify.dev/docs/api/admin-rest/latest/resources/country */
export const countries = defineEntity({
  name: 'countries',
  summary: 'Countries the shop sells to, with their taxes',
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
  search: { fields: allFields(Country, { except: ['tax', 'provinces'] }) },
  sync: { via: 'list' },
  sample: ({ index }) => {
    const position = index % countryLines.length;
    const [name, code, tax_name, tax, provinces] = countryLines[position] ?? countryLines[0];
    const id = idAt(series.country, position);
    return {
      id,
      name,
      code,
      tax_name,
      tax,
      provinces: provinces.map(([province, provinceCode, rate], place) => ({
        id: idAt(series.province, position * 10 + place),
        country_id: id,
        name: province,
        code: provinceCode,
        tax_name: null,
        tax_type: null,
        shipping_zone_id: null,
        tax: rate,
        tax_percentage: rate * 100,
      })),
    };
  },
});
