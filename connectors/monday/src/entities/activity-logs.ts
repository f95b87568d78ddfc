import { allFields, defineEntity, from, selectionOf, time } from '@connectory/connector-sdk';
import { z } from 'zod';
import { byPage, monday } from '../adapter.ts';
import { onBoard, text } from '../shared.ts';
import { boards } from './boards.ts';

const ActivityLog = z.object({
  id: text,
  event: text,
  data: text,
  entity: text,
  created_at: time('unix-100-nanoseconds').nullish(),
  user_id: text,
});

// The event is a JSON text whose members depend on its kind.
export function numberIn(data: unknown, member: 'board_id' | 'pulse_id'): number | null {
  try {
    const number = Number(JSON.parse(String(data))?.[member] ?? Number.NaN);
    return Number.isSafeInteger(number) ? number : null;
  } catch {
    return null;
  }
}

/** https://developer.monday.com/api-reference/reference/activity-logs */
export const activityLogs = defineEntity({
  name: 'activity_logs',
  summary: 'Activity on a board: what happened, and who did it',
  keywords: ['moved', 'change', 'who moved the item', 'column changes', 'done', 'who changed the status'],
  record: ActivityLog,
  key: 'id',
  actions: {
    list: monday(
      `query ($board_id: [ID!]!, $page: Int, $limit: Int, $from: ISO8601DateTime) {
        boards(ids: $board_id, state: all) {
          activity_logs(page: $page, limit: $limit, from: $from) { ...fields }
        }
      }`,
      {
        summary: 'List the activity of one board, newest first',
        params: onBoard.extend({
          limit: z.int().min(1).max(10_000).default(25).describe('Number of records per page'),
          from: z.iso.datetime({ offset: true }).optional().describe('Only activity since this ISO 8601 time'),
        }),
        variables: { page: '{page}' },
        fields: selectionOf(ActivityLog),
        at: 'boards.0.activity_logs',
        requiredAt: 'boards.0',
        paging: byPage,
      },
    ),
  },
  search: {
    fields: allFields(ActivityLog),
    derived: {
      board_id: from(z.int(), ({ data }) => numberIn(data, 'board_id')),
      pulse_id: from(z.int(), ({ data }) => numberIn(data, 'pulse_id')),
      // monday.com counts in units of 100 nanoseconds.
      created_at_int: from(time('unix-seconds', z.int()), ({ created_at }) => Math.floor(Number(created_at) / 1e7)),
    },
  },
  sync: {
    via: 'list',
    params: { limit: 1000 },
    each: boards,
    where: { neq: { state: 'deleted' } },
    bind: { board_id: 'id' },
    cursor: { field: 'created_at', param: 'from', reads: 'unix-100-nanoseconds', writes: 'iso-8601' },
  },
});
