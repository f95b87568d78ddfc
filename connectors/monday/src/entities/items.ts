import { allFields, defineEntity, from, page } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday, withColumnValues } from '../adapter.ts';
import { ownColumns } from '../own-fields.ts';
import { Assets } from '../records/asset.ts';
import { columnValues, itemFields as fields, Item, newItem } from '../records/item.ts';
import { createLabels, getOne, onBoard, onItem, Reference, References, updatedAtInt } from '../shared.ts';
import { boards } from './boards.ts';

/** https://developer.monday.com/api-reference/reference/items */
export const items = defineEntity({
  name: 'items',
  summary: 'Items, the rows of a board such as tasks, with their values in its columns',
  keywords: ['due', 'stuck', 'plate', 'still not done', 'due this week', 'todos', 'cards', 'overdue', 'backlog'],
  record: Item,
  key: 'id',
  actions: {
    list: monday(
      `query ($board_id: [ID!]!, $cursor: String) {
        boards(ids: $board_id, state: all) {
          items_page(limit: 100, cursor: $cursor) { cursor items { ...fields } }
        }
      }`,
      {
        summary: 'List the items of one board',
        params: onBoard,
        variables: { cursor: '{cursor}' },
        fields,
        at: 'boards.0.items_page.items',
        requiredAt: 'boards.0',
        paging: page.cursor({ param: 'cursor', next: 'data.boards.0.items_page.cursor', end: null }),
      },
    ),
    get: getOne({ root: 'items', summary: 'Get one item, including archived and deleted ones', fields }),
    create: withColumnValues(
      monday(
        `mutation ($board_id: ID!, $group_id: String, $item_name: String!, $column_values: JSON, $create_labels_if_missing: Boolean) {
          create_item(
            board_id: $board_id, group_id: $group_id, item_name: $item_name
            column_values: $column_values, create_labels_if_missing: $create_labels_if_missing
          ) { ...fields }
        }`,
        {
          beyondContract: true,
          summary: 'Create an item on a board',
          params: onBoard.extend({
            group_id: z.string().optional().describe('Id of the group; by default the first one of the board'),
            ...newItem.shape,
          }),
          fields,
          at: 'create_item',
        },
      ),
    ),
    update: withColumnValues(
      monday(
        `mutation ($board_id: ID!, $item_id: ID!, $column_values: JSON!, $create_labels_if_missing: Boolean) {
          change_multiple_column_values(
            board_id: $board_id, item_id: $item_id
            column_values: $column_values, create_labels_if_missing: $create_labels_if_missing
          ) { ...fields }
        }`,
        {
          beyondContract: true,
          summary: 'Change values of an item in several columns; the column `name` renames it',
          params: onBoard.extend({
            ...onItem.shape,
            column_values: columnValues,
            create_labels_if_missing: createLabels,
          }),
          fields,
          at: 'change_multiple_column_values',
        },
      ),
    ),
    delete: monday('mutation ($item_id: ID!) { delete_item(item_id: $item_id) { id } }', {
      beyondContract: true,
      summary: 'Delete an item; monday.com keeps it for 30 days',
      params: onItem,
      result: Reference,
      at: 'delete_item',
    }),
  },
  search: {
    title: 'name',
    fields: allFields(Item),
    derived: {
      assets: from(Assets, ({ assets }) => assets),
      updates: from(References, ({ updates }) => updates),
      updated_at_int: updatedAtInt,
    },
  },
  sync: { via: 'list', each: boards, where: { neq: { state: 'deleted' } }, bind: { board_id: 'id' } },
  ownFields: ownColumns,
});
