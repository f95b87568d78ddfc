import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopify } from '../adapter.ts';
import { id } from '../shared.ts';
import { InventoryLevel } from './inventory-levels.ts';

/** https://shopify.dev/docs/api/admin-rest/latest/resources/inventorylevel#post-inventory-levels-adjust */
export const inventoryAdjust = defineEntity({
  name: 'inventory_adjust',
  summary: 'Stock adjustments: units that came or went at a location',
  keywords: ['increase the stock', 'decrease the stock', 'add units', 'goods received', 'restock'],
  beyondContract: true,
  record: InventoryLevel,
  key: ['inventory_item_id', 'location_id'],
  actions: {
    create: shopify('POST /inventory_levels/adjust.json', {
      summary: 'Add units to the stock of an item at a location, or take some away',
      params: z.object({
        inventory_item_id: id('inventory item, which a variant names'),
        location_id: id('location'),
        available_adjustment: z.int().describe('Number of units to add; negative to take away'),
      }),
      recordAt: 'inventory_level',
    }),
  },
});
