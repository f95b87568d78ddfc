import { allFields, defineEntity, from, page, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { Assets } from '../records/asset.ts';
import { getOne, isoTime, onBoard, Reference, References, text, updatedAtInt } from '../shared.ts';
import { boards } from './boards.ts';

const Item = z.object({
  id: text,
  name: text,
  created_at: isoTime,
  creator_id: text,
  state: text,
  updated_at: isoTime,
  board: z.object({ id: text, name: text }).nullish(),
  group: Reference.nullish(),
  parent_item: Reference.nullish(),
  column_values: z.array(z.object({ id: text, text, type: text, value: text })).nullish(),
  subscribers: References,
});

// Files and updates are search fields only.
const fields = selectionOf(Item.extend({ assets: Assets, updates: References }));

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
  },
  search: {
    fields: allFields(Item),
    derived: {
      assets: from(Assets, ({ assets }) => assets),
      updates: from(References, ({ updates }) => updates),
      updated_at_int: updatedAtInt,
    },
  },
  sync: { via: 'list', each: boards, where: { neq: { state: 'deleted' } }, bind: { board_id: 'id' } },
});
