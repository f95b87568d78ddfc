import type { RawValue } from '@connectory/connector-sdk';
import { type SampleSource, simulate } from '@connectory/sandbox';
import { activityLogs, numberIn } from '../src/entities/activity-logs.ts';
import { boards } from '../src/entities/boards.ts';
import { updates } from '../src/entities/updates.ts';
import { asText, mapSettings } from '../src/records/board.ts';
import {
  account,
  boardAt,
  channels,
  columnsOn,
  groups,
  itemAt,
  simulatedStates,
  statusLabels,
  updateIdOf,
  updatesOn,
  workspaceAt,
} from './account.ts';

/** A made-up file that a person uploaded some days ago. */
export function sampleAsset(source: SampleSource, daysAgo: number) {
  const id = String(source.integer(1_845_200_300, 1_845_999_999));
  const name = source.pick(['brief.pdf', 'budget.xlsx', 'homepage.png']);
  const isImage = name.endsWith('.png');
  return {
    id,
    name,
    url: `${account}/protected_static/12045871/resources/${id}/${name}`,
    url_thumbnail: isImage ? `${account}/protected_static/12045871/resources/${id}/thumb-${name}` : null,
    public_url: `https://prod-euc1-files-monday-com.s3.amazonaws.com/12045871/resources/${id}/${name}`,
    file_extension: name.slice(name.indexOf('.')),
    file_size: source.integer(18_000, 2_400_000),
    created_at: source.time(daysAgo),
    original_geometry: isImage ? '1440x900' : null,
    uploaded_by: { id: source.of('users') },
  };
}

/** The inverse. */
const boardRow = (record: RawValue) => mapSettings(record, JSON.parse);

const labels = statusLabels.map((label, id) => ({ id, color: id, label, index: id, is_done: label === 'Done' }));

const settingsOf: Readonly<Record<string, object>> = {
  status: { labels },
  dropdown_mkq2: { labels: channels.map((label, index) => ({ id: index + 1, label, is_deactivated: false })) },
};

const columnsOf = (board: number) =>
  columnsOn(board).map((column) => ({ ...column, settings_str: asText(settingsOf[column.id] ?? {}) }));

/** A made-up board. */
function sampleBoard(source: SampleSource) {
  const { id, name, yearsAgo } = boardAt(source.index);
  const { workspace } = workspaceAt(source.index % 5);
  const owner = { id: source.of('users') };
  return {
    id,
    name,
    board_kind: source.index % 6 === 5 ? 'private' : 'public',
    type: 'board',
    description: source.index % 2 === 0 ? `Plan and progress of ${name}` : null,
    permissions: 'everyone',
    state: yearsAgo > 0 ? 'archived' : 'active',
    updated_at: source.time(320 * yearsAgo + source.integer(0, 20)),
    columns: columnsOf(source.index).map((column) => ({ ...column, archived: false, description: null, width: null })),
    groups: groups.map((group) => ({ ...group, archived: false, deleted: false })),
    owners: [owner],
    creator: owner,
    subscribers: [owner],
    tags: [{ id: source.of('tags') }],
    top_group: { id: groups[0].id },
    views: [
      {
        id: String(87_400_112 + source.index),
        name: 'Timeline',
        settings_str: '{}',
        type: 'TimelineBoardView',
        view_specific_data_str: '{}',
      },
    ],
    workspace,
    communication: null,
    updates: updatesOn(source.index),
  };
}

const texts = [
  'The supplier confirmed the date.',
  'Legal asked for one more change in section 2.',
  'Moved to next month, design needs more time.',
  'First draft is attached.',
  'Who can join the call on Thursday?',
];

const written = (body: string) => ({ body, text_body: body.replace(/<[^>]*>/g, '') });

export const simulatedBoards = [
  simulate(boards, {
    sample: sampleBoard,
    actions: {
      list: { ...simulatedStates, toRow: boardRow },
      get: { toRow: boardRow },
      create: {
        values: ({ board_name: name, board_kind, description, workspace_id: id }) => ({
          name,
          board_kind,
          description: description ?? null,
          state: 'active',
          workspace: id === undefined ? undefined : { id },
        }),
        toRow: boardRow,
      },
    },
  }),
  simulate(updates, {
    sample: (source) => {
      const id = updateIdOf(source.index);
      const said = source.pick(texts);
      const age = source.integer(2, 4) + (source.index % 4 === 3 ? 14 : 0);
      const post = (id: string, text_body: string, daysAgo: number) => ({
        id,
        body: `<p>${text_body}</p>`,
        text_body,
        created_at: source.time(daysAgo),
        updated_at: source.time(daysAgo - 1),
        creator_id: String(source.of('users')),
      });
      return {
        ...post(id, said, age),
        item_id: itemAt(source.index).id,
        replies:
          source.index % 3 === 0 ? [post(String(Number(id) + 2), 'Thanks, I will take care of it.', age - 1)] : [],
        assets: said.includes('attached') ? [sampleAsset(source, age)] : [],
      };
    },
    actions: {
      create: {
        values: ({ item_id, body }) => ({ item_id: item_id ?? null, ...written(body), replies: [], assets: [] }),
      },
      update: { fields: { id: 'id', body: null }, values: ({ body }) => written(body) },
    },
  }),
  simulate(activityLogs, {
    sample: (source) => {
      const hex = (length: number) => Array.from({ length }, () => source.integer(0, 15).toString(16)).join('');
      const { id, name, group, board, created } = itemAt(source.index);
      const isNew = source.index % 3 === 0;
      const pulse = { board_id: Number(board.id), group_id: group.id, pulse_id: Number(id), pulse_name: name };
      const label = (index: number) => ({ label: { index, text: statusLabels[index] } });
      const change = { column_id: 'status', column_title: 'Status', value: label(1), previous_value: label(0) };
      return {
        id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
        event: isNew ? 'create_pulse' : 'update_column_value',
        data: JSON.stringify(isNew ? pulse : { ...pulse, ...change }),
        entity: 'pulse',
        created_at: `${isNew ? created : source.epoch(source.integer(0, 4))}${source.integer(1_000_000, 9_999_999)}`,
        user_id: String(source.of('users')),
      };
    },
    actions: {
      list: {
        // The data contains the id of the board.
        fields: { board_id: null },
        matches: ({ data, created_at }, { board_id, from }) =>
          numberIn(data, 'board_id') === Number(board_id) &&
          (from === undefined || Number(created_at) / 1e4 >= Date.parse(from)),
      },
    },
  }),
];
