import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { itemFields as fields, Item } from '../records/item.ts';
import { onItem } from '../shared.ts';

/** https://developer.monday.com/api-reference/reference/items#move-item-to-group */
export const itemMoves = defineEntity({
  name: 'item_moves',
  summary: 'Moves of items to another group of their board',
  keywords: ['move the task', 'move to done', 'next sprint', 'another section', 'drag'],
  beyondContract: true,
  record: Item,
  key: 'id',
  actions: {
    create: monday(
      `mutation ($item_id: ID!, $group_id: String!) {
        move_item_to_group(item_id: $item_id, group_id: $group_id) { ...fields }
      }`,
      {
        summary: 'Move an item to another group of its board',
        params: onItem.extend({ group_id: z.string().describe('Id of the group') }),
        fields,
        at: 'move_item_to_group',
      },
    ),
  },
});
