import { allFields, defineEntity, type RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { woocommerce } from '../adapter.ts';
import { Term, termParams } from '../records/term.ts';
import { byId, Image, inOrder, text, whole } from '../shared.ts';

const Category = Term.extend({ parent: whole, display: text, image: Image.nullish(), menu_order: whole });

// Where there is no image, shops return null, and WooCommerce's documentation shows an empty list.
function toRecord(category: RawValue): RawValue {
  return Array.isArray(category.image) ? { ...category, image: null } : category;
}

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-categories */
export const productCategories = defineEntity({
  name: 'product_categories',
  summary: 'Categories of products, which can be nested',
  keywords: ['aisles', 'shop sections', 'shop departments', 'category tree', 'subcategories', 'product groups'],
  record: Category,
  key: 'id',
  actions: {
    list: woocommerce('GET /products/categories', {
      summary: 'List categories by name',
      params: termParams.extend({
        parent: z.int().optional().describe('Only categories directly within the one with this id; 0 is the top'),
      }),
      toRecord,
    }),
    get: woocommerce('GET /products/categories/{id}', {
      summary: 'Get one category',
      params: byId('Category'),
      toRecord,
    }),
  },
  search: { title: 'name', fields: allFields(Category) },
  sync: { via: 'list', params: inOrder },
});
