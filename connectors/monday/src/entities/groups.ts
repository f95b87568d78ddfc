import { defineEntity, selectionOf } from '@connectory/connector-sdk';
import { z } from 'zod';
import { monday } from '../adapter.ts';
import { Group } from '../records/board.ts';
import { onBoard } from '../shared.ts';

const fields = selectionOf(Group);

/** https://developer.monday.com/api-reference/reference/groups */
export const groups = defineEntity({
  name: 'groups',
  summary: 'Groups of the items of a board; boards list theirs',
  keywords: ['section', 'sections of the board', 'phase', 'sprint', 'swimlane'],
  beyondContract: true,
  record: Group,
  key: 'id',
  actions: {
    create: monday(
      `mutation ($board_id: ID!, $group_name: String!, $group_color: String) {
        create_group(board_id: $board_id, group_name: $group_name, group_color: $group_color) { ...fields }
      }`,
      {
        summary: 'Add a group to a board',
        params: onBoard.extend({
          group_name: z.string().min(1).describe('Title of the group'),
          group_color: z
            .string()
            .regex(/^#[0-9A-Fa-f]{6}$/)
            .optional()
            .describe('Color as a hexadecimal code, one of those of monday.com')
            .meta({ examples: ['#037f4c'] }),
        }),
        fields,
        at: 'create_group',
      },
    ),
  },
});
