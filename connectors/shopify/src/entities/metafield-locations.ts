import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { idAt, locationLines, series } from '../sample-shop.ts';
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
  sample: sampleMetafields(
    {
      resource: 'location',
      range: 5,
      ownerAt: (position) => idAt(series.location, position),
      count: locationLines.length,
    },
    [
      ['access', 'door_code_hint', 'single_line_text_field', 'Ask at the front desk', 'For drivers'],
      ['access', 'parking', 'boolean', true, 'Whether customers can park there'],
      ['staff', 'lead', 'single_line_text_field', 'Joaquín', 'Who is in charge'],
    ],
  ),
});
