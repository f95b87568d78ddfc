import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { globalId, idAt, locationLines, series, timeAgo } from '../sample-shop.ts';
import { flag, id, nothingOf, text } from '../shared.ts';

const Location = z.object({
  id: z.int(),
  name: text,
  address1: text,
  address2: text,
  city: text,
  zip: text,
  province: text,
  country: text,
  phone: text,
  created_at: text,
  updated_at: text,
  country_code: text,
  country_name: text,
  province_code: text,
  legacy: flag,
  active: flag,
  admin_graphql_api_id: text,
  localized_country_name: text,
  localized_province_name: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/location */
export const locations = defineEntity({
  name: 'locations',
  summary: 'Shops, warehouses and other places that hold stock',
  record: Location,
  key: 'id',
  actions: {
    list: shopify('GET /locations.json', { summary: 'List locations', recordsAt: 'locations' }),
    get: shopify('GET /locations/{location_id}.json', {
      summary: 'Get one location',
      params: z.object({ location_id: id('location') }),
      recordAt: 'location',
    }),
  },
  search: {
    fields: [
      'id',
      'name',
      'address1',
      'city',
      'province',
      'country',
      'country_code',
      'phone',
      'active',
      'created_at',
      'updated_at',
    ],
  },
  sync: { via: 'list' },
  sample: ({ index }) => {
    const position = index % locationLines.length;
    const [name, address1, city, zip, phone] = locationLines[position] ?? locationLines[0];
    const id = idAt(series.location, position);
    return {
      ...nothingOf(Location),
      id,
      name,
      address1,
      city,
      zip,
      province: 'Arizona',
      country: 'US',
      phone,
      created_at: timeAgo(900 - position * 210),
      updated_at: timeAgo(30 + position),
      country_code: 'US',
      country_name: 'United States',
      province_code: 'AZ',
      legacy: false,
      active: true,
      admin_graphql_api_id: globalId('Location', id),
      localized_country_name: 'United States',
      localized_province_name: 'Arizona',
    };
  },
});
