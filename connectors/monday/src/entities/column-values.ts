import { defineEntity } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { itemFields as fields, Item } from '../records/item.ts';
import { createLabels, onBoard, onItem } from '../shared.ts';

/** https://developer.monday.com/api-reference/reference/column-values-v2 */
export const columnValues = defineEntity({
  name: 'column_values',
  summary: 'Single values of items in their columns',
  keywords: ['set the status', 'mark as done', 'change the due date', 'fill in the column', 'cell'],
  beyondContract: true,
  record: Item,
  key: 'id',
  actions: {
    update: monday(
      `mutation ($board_id: ID!, $item_id: ID!, $column_id: String!, $value: String, $create_labels_if_missing: Boolean) {
        change_simple_column_value(
          board_id: $board_id, item_id: $item_id, column_id: $column_id
          value: $value, create_labels_if_missing: $create_labels_if_missing
        ) { ...fields }
      }`,
      {
        summary: 'Set the value of an item in one column, written as text',
        params: onBoard.extend({
          ...onItem.shape,
          column_id: z
            .string()
            .describe('Id of the column')
            .meta({ examples: ['status'] }),
          value: z
            .string()
            .nullable()
            .describe('Value as text, such as the label of a status or a day as YYYY-MM-DD; null empties the column')
            .meta({ examples: ['Done'] }),
          create_labels_if_missing: createLabels,
        }),
        fields,
        at: 'change_simple_column_value',
      },
    ),
  },
});
