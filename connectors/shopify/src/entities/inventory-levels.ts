import { allFields, defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { shopifyList } from '../adapter.ts';
import { id, isoTime, sized, text, whole, wholeList } from '../shared.ts';
import { locations } from './locations.ts';

export const InventoryLevel = z.object({
  inventory_item_id: z.int(),
  location_id: whole,
  available: whole,
  updated_at: isoTime,
  admin_graphql_api_id: text,
});

/** https://shopify.dev/docs/api/admin-rest/latest/resources/inventorylevel */
export const inventoryLevels = defineEntity({
  name: 'inventory_levels',
  summary: 'How much of an inventory item is available at a location',
  keywords: ['warehouse', 'left in the warehouse', 'stock at the warehouse', 'units', 'how many left'],
  record: InventoryLevel,
  key: ['inventory_item_id', 'location_id'],
  actions: {
    list: shopifyList('GET /locations/{location_id}/inventory_levels.json', {
      summary: 'List the inventory levels of a location',
      params: z.object({ location_id: id('location'), ...sized }),
      recordsAt: 'inventory_levels',
    }),
  },
  search: { fields: allFields(InventoryLevel, { except: ['admin_graphql_api_id'] }) },
  sync: { ...wholeList, each: locations, bind: { location_id: 'id' }, notFound: 'empty' },
});
