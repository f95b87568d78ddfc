import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { byId, flag, paged, text } from '../shared.ts';

const Attribute = z.object({ id: z.int(), name: text, slug: text, type: text, order_by: text, has_archives: flag });

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-attributes */
export const productAttributes = defineEntity({
  name: 'product_attributes',
  summary: 'Properties by which products differ, such as size or color',
  keywords: ['colour', 'materials', 'size chart', 'characteristics', 'product options', 'filters in the shop'],
  record: Attribute,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/attributes', {
      summary: 'List all attributes',
      params: z.object({
        page: z
          .int()
          .min(1)
          .max(1, 'must be 1, because WooCommerce lists all attributes on one page')
          .default(1)
          .describe('1 or omitted: WooCommerce lists all attributes on one page'),
        per_page: paged.per_page.describe('Has no effect: WooCommerce lists all attributes on one page'),
      }),
      paging: null,
      wire: () => ({}),
    }),
    get: woocommerce('GET /products/attributes/{id}', { summary: 'Get one attribute', params: byId('Attribute') }),
  },
  search: { title: 'name', fields: allFields(Attribute) },
  sync: { via: 'list' },
});
