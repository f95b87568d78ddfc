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
    create: monday(
      `mutation (
        $board_name: String!, $board_kind: BoardKind!, $description: String, $workspace_id: ID, $folder_id: ID, $template_id: ID, $empty: Boolean
      ) {
        create_board(
          board_name: $board_name, board_kind: $board_kind, description: $description
          workspace_id: $workspace_id, folder_id: $folder_id, template_id: $template_id, empty: $empty
        ) { ...fields }
      }`,
      {
        beyondContract: true,
        summary: 'Create a board, empty or from a template',
        params: z.object({
          board_name: z.string().min(1).describe('Name of the board'),
          board_kind: z
            .enum(['public', 'private', 'share'])
            .describe('Who sees it: all, invited members, or guests too'),
          description: z.string().optional().describe('Description'),
          workspace_id: z.string().optional().describe('Id of the workspace; by default the main one'),
          folder_id: z.string().optional().describe('Id of the folder in the workspace'),
          template_id: z.string().optional().describe('Id of the board template to start from'),
          empty: z.boolean().optional().describe('Whether it has no items to begin with'),
        }),
        fields,
        at: 'create_board',
        ...withSettings,
      },
    ),
  },
  search: {
    title: 'name',
    fields: allFields(Board),
    derived: {
      communication: from(z.string(), ({ communication }) => communication),
      updates: from(References, ({ updates }) => updates),
      updated_at_int: updatedAtInt,
    },
  },
  sync: { via: 'list', params: { state: 'all' } },
});
