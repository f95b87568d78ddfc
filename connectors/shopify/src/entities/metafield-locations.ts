import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch } from '../records/metafield.ts';
import { id, wholeList } from '../shared.ts';
import { locations } from './locations.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldLocations = defineEntity({
  name: 'metafield_locations',
  summary: 'Fields that the shop or an app has added to locations',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /locations/{location_id}/metafields.json', {
      summary: 'List the metafields of a location',
      params: z.object({ location_id: id('location'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: locations, bind: { location_id: 'id' }, notFound: 'empty' },
});
