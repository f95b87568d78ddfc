import type { Meanings } from '@connectory/connector-sdk';

/** Times are ISO 8601 in UTC unless noted otherwise. */
export const meanings: Meanings = {
  assets: 'Files in the columns and updates of the item',
  became_active_at: 'When the user first became active, as ISO 8601; null if never',
  birthday: 'Birthday as YYYY-MM-DD; null if not stated',
  board_kind: 'Who sees the board: all (`public`), invited members (`private`), guests as well (`share`)',
  color: 'Color of the tag as a hexadecimal code',
  communication: 'Meeting attached to the board, as JSON',
  country_code: 'Two-letter ISO 3166 code; null if unknown',
  created_at: 'When it was created, as ISO 8601',
  'activity_logs.created_at': 'When it happened, in units of 100 nanoseconds since 1970, as a string',
  created_at_int: 'When it happened, in Unix seconds',
  data: 'What changed, as JSON; its fields depend on the event',
  entity: 'What changed: `board` or `pulse` (an item)',
  event: 'What happened, such as `create_pulse` or `update_column_value`',
  kind: 'Whether a `member`, a `guest` or another kind of user',
  'workspaces.kind': 'Who sees the workspace: all (`open`) or its members (`closed`)',
  location: 'Place as the profile states it',
  permissions: 'Who may edit the board, such as `everyone`, `collaborators` or `owners`',
  state: 'State: `active`, `archived` or `deleted`',
  status: 'State of the account, such as `active` or `invited`',
  time_zone_identifier: 'Time zone as in the IANA database, such as `Europe/Paris`',
  type: 'Kind of board, such as `board`, `document` or `sub_items_board`',
  updated_at: 'When it was last changed, as ISO 8601',
  updated_at_int: 'When it was last changed, in Unix seconds',
  updates: 'Latest updates (comments)',
};
