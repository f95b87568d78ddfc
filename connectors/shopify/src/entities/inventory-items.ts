import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify, shopifyList } from '../adapter.ts';
import { productAt } from '../sample-shop.ts';
import { flag, id, isoTime, money, parts, sized, text } from '../shared.ts';
import { productVariants } from './product-variants.ts';

export const InventoryItem = z.object({
  id: z.int(),
  sku: text,
  created_at: isoTime,
  updated_at: isoTime,
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
  keywords: ['purchase cost', 'unit cost', 'cost price', 'customs code', 'tracked stock', 'customs tariff'],
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
    title: 'sku',
    fields: ['id', 'sku', 'tracked', 'requires_shipping', 'country_code_of_origin', 'created_at', 'updated_at'],
  },
  sync: {
    via: 'list',
    params: { limit: 250 },
    each: productVariants,
    bind: { ids: '{inventory_item_id}' },
    batch: 100,
  },
});
