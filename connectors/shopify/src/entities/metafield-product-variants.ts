import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { Metafield, metafieldFilters, metafieldSearch, sampleMetafields } from '../records/metafield.ts';
import { idAt, series } from '../sample-shop.ts';
import { id, wholeList } from '../shared.ts';
import { productVariants } from './product-variants.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/metafield */
export const metafieldProductVariants = defineEntity({
  name: 'metafield_product_variants',
  summary: 'Fields that the shop or an app has added to product variants',
  record: Metafield,
  key: 'id',
  actions: {
    list: shopifyList('GET /variants/{variant_id}/metafields.json', {
      summary: 'List the metafields of a variant',
      params: z.object({ variant_id: id('variant'), ...metafieldFilters }),
      recordsAt: 'metafields',
    }),
  },
  search: metafieldSearch,
  sync: { ...wholeList, each: productVariants, bind: { variant_id: 'id' }, notFound: 'empty' },
  sample: sampleMetafields({ resource: 'variant', range: 6, ownerAt: (position) => idAt(series.variant, position) }, [
    ['details', 'color_code', 'color', '#4f5d3a', 'Shown as a dot next to the name'],
    ['logistics', 'carton_quantity', 'number_integer', 12, 'Pieces in a carton of the supplier'],
  ]),
});
