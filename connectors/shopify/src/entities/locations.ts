import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { flag, id, isoTime, text } from '../shared.ts';

export const Location = z.object({
  id: z.int(),
  name: text,
  address1: text,
  address2: text,
  city: text,
  zip: text,
  province: text,
  country: text,
  phone: text,
  created_at: isoTime,
  updated_at: isoTime,
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
  keywords: ['city'],
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
    title: 'name',
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
});
