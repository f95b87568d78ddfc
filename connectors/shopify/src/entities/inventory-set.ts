import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { id } from '../shared.ts';
import { InventoryLevel } from './inventory-levels.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/inventorylevel#post-inventory-levels-set */
export const inventorySet = defineEntity({
  name: 'inventory_set',
  summary: 'Stock counts: how much of an item there is at a location',
  keywords: ['set the stock', 'count the stock', 'stocktaking', 'quantity in stock'],
  beyondContract: true,
  record: InventoryLevel,
  key: ['inventory_item_id', 'location_id'],
  actions: {
    create: shopify('POST /inventory_levels/set.json', {
      summary: 'Set how much of an item is available at a location',
      params: z.object({
        inventory_item_id: id('inventory item, which a variant names'),
        location_id: id('location'),
        available: z.int().describe('Number of units that can be sold'),
        disconnect_if_necessary: z
          .boolean()
          .optional()
          .describe('True takes the item from a fulfillment service that keeps it alone'),
      }),
      recordAt: 'inventory_level',
    }),
  },
});
