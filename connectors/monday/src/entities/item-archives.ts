import { defineEntity } from '@connectory/connector-sdk';
import { monday } from '../adapter.ts';
import { itemFields as fields, Item } from '../records/item.ts';
import { onItem } from '../shared.ts';

/** https://developer.monday.com/api-reference/reference/items#archive-item */
export const itemArchives = defineEntity({
  name: 'item_archives',
  summary: 'Archived items, which lists leave out',
  keywords: ['archive the task', 'put away', 'close the item', 'hide'],
  beyondContract: true,
  record: Item,
  key: 'id',
  actions: {
    create: monday('mutation ($item_id: ID!) { archive_item(item_id: $item_id) { ...fields } }', {
      summary: 'Archive an item',
      params: onItem,
      fields,
      at: 'archive_item',
    }),
  },
});
