import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday, withColumnValues } from '../adapter.ts';
import { itemFields as fields, Item, newItem } from '../records/item.ts';

const belowItem = z.object({
  parent_item_id: z
    .string()
    .describe('Id of the item above')
    .meta({ examples: ['5091388402'] }),
});

/** https://developer.monday.com/api-reference/reference/subitems */
export const subitems = defineEntity({
  name: 'subitems',
  summary: 'Subitems, the items below an item, which are on a board of their own',
  keywords: ['subtask', 'sub-task', 'checklist of the task', 'break down the task'],
  beyondContract: true,
  record: Item,
  key: 'id',
  actions: {
    list: monday(
      'query ($parent_item_id: [ID!]!) { items(limit: 1, ids: $parent_item_id) { subitems { ...fields } } }',
      {
        summary: 'List the subitems of an item',
        params: belowItem,
        fields,
        at: 'items.0.subitems',
        requiredAt: 'items.0',
      },
    ),
    create: withColumnValues(
      monday(
        `mutation ($parent_item_id: ID!, $item_name: String!, $column_values: JSON, $create_labels_if_missing: Boolean) {
          create_subitem(
            parent_item_id: $parent_item_id, item_name: $item_name
            column_values: $column_values, create_labels_if_missing: $create_labels_if_missing
          ) { ...fields }
        }`,
        {
          summary: 'Create a subitem below an item',
          params: belowItem.extend(newItem.shape),
          fields,
          at: 'create_subitem',
        },
      ),
    ),
  },
});
