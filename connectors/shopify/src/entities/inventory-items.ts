import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { dollars, globalId, productAt } from '../sample-shop.ts';
import { flag, id, money, nothingOf, parts, sized, text } from '../shared.ts';
import { productVariants } from './product-variants.ts';

const InventoryItem = z.object({
  id: z.int(),
  sku: text,
  created_at: text,
  updated_at: text,
  requires_shipping: flag,
  cost: money,
  country_code_of_origin: text,
  province_code_of_origin: text,
  harmonized_system_code: text,
  tracked: flag,
  country_harmonized_system_codes: parts,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/inventoryitem */
export const inventoryItems = defineEntity({
  name: 'inventory_items',
  summary: 'What is kept in stock for the variants of products: cost, origin, customs',
  record: InventoryItem,
  key: 'id',
  actions: {
    list: shopifyList('GET /inventory_items.json', {
      summary: 'List inventory items by their ids',
      params: z.object({
        ids: z
          .string()
          .regex(/^\d+(,\d+){0,99}$/, 'must be up to 100 ids, separated by commas')
          .describe('Ids of up to 100 inventory items, separated by commas')
          .meta({ examples: [String(productAt(0).inventoryItemId)] }),
        ...sized,
      }),
      recordsAt: 'inventory_items',
    }),
    get: shopify('GET /inventory_items/{inventory_item_id}.json', {
      summary: 'Get one inventory item',
      params: z.object({ inventory_item_id: id('inventory item') }),
      recordAt: 'inventory_item',
    }),
  },
  search: {
    fields: ['id', 'sku', 'tracked', 'requires_shipping', 'country_code_of_origin', 'created_at', 'updated_at'],
  },
  sync: {
    via: 'list',
    each: productVariants,
    bind: { ids: '{inventory_item_id}' },
    notFound: 'empty',
  },
  sample: ({ index }) => {
    const { inventoryItemId, sku, cents, createdAt, updatedAt } = productAt(index);
    return {
      ...nothingOf(InventoryItem),
      id: inventoryItemId,
      sku,
      created_at: createdAt,
      updated_at: updatedAt,
      requires_shipping: true,
      cost: dollars(Math.round(cents * 0.44)),
      country_code_of_origin: index % 3 === 0 ? 'MX' : 'US',
      province_code_of_origin: index % 3 === 0 ? null : 'AZ',
      tracked: true,
      country_harmonized_system_codes: [],
      admin_graphql_api_id: globalId('InventoryItem', inventoryItemId),
    };
  },
});
