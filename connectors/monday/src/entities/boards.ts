import { allFields, defineEntity, from } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { Board, boardFields as fields, withSettings } from '../records/board.ts';
import { getOne, ofAnyState, References, updatedAtInt } from '../shared.ts';

/** https://developer.monday.com/api-reference/reference/boards */
export const boards = defineEntity({
  name: 'boards',
  summary: 'Boards with their columns, groups and views',
  keywords: ['roadmap', 'table', 'project', 'project plan', 'tracker', 'task boards', 'spreadsheet'],
  record: Board,
  key: 'id',
  actions: {
    list: monday('query ($page: Int, $state: State) { boards(page: $page, limit: 50, state: $state) { ...fields } }', {
      summary: 'List active boards',
      ...ofAnyState,
      variables: { page: '{page}' },
      fields,
      at: 'boards',
      paging: byPage,
      ...withSettings,
    }),
    get: getOne({ root: 'boards', also: 'state: all', summary: 'Get one board', fields, ...withSettings }),
  },
  search: {
    fields: allFields(Board),
    derived: {
      communication: from(z.string(), ({ communication }) => communication),
      updates: from(References, ({ updates }) => updates),
      updated_at_int: updatedAtInt,
    },
  },
  sync: { via: 'list', params: { state: 'all' } },
});
