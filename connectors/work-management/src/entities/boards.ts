import { allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Board, boardFields, sampleBoard, withSettings } from '../records/board.ts';
import { byId, References, updatedAtInt } from '../shared.ts';

/** Contract A10, boards; https://developer.monday.com/api-reference/reference/boards */
export const boards = defineEntity({
  name: 'boards',
  summary: 'Boards with their columns, groups and views',
  record: Board,
  key: 'id',
  actions: {
    list: monday(
      `query ($page: Int) {
        boards(page: $page, limit: 50, state: all) { ...fields }
      }`,
      {
        summary: 'List boards, archived and deleted ones included',
        variables: { page: '{page}' },
        fields: boardFields,
        at: 'boards',
        paging: byPage,
        ...withSettings,
      },
    ),
    get: monday(
      `query ($id: [ID!]!) {
        boards(ids: $id, state: all) { ...fields }
      }`,
      {
        summary: 'Get one board',
        params: byId('board'),
        fields: boardFields,
        at: 'boards.0',
        ...withSettings,
      },
    ),
  },
  search: {
    fields: allFields(Board),
    derived: {
      communication: from(z.string(), ({ communication }) => communication),
      updates: from(References, ({ updates }) => updates),
      updated_at_int: updatedAtInt,
    },
  },
  sync: { via: 'list' },
  sample: sampleBoard,
});
