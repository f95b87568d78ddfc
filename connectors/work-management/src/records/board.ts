import { type RawValue, type SampleSource, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { boardAt, groups, itemsOn, statusLabels, updateIdOf, workspaceAt } from '../sample-account.ts';
import { Reference, References } from '../shared.ts';

const Column = z.object({
  archived: z.boolean().nullish(),
  description: z.string().nullish(),
  id: z.string().nullish(),
  settings_str: z.string().nullish(),
  title: z.string().nullish(),
  type: z.string().nullish(),
  width: z.int().nullish(),
});

const Group = z.object({
  archived: z.boolean().nullish(),
  color: z.string().nullish(),
  deleted: z.boolean().nullish(),
  id: z.string().nullish(),
  position: z.string().nullish(),
  title: z.string().nullish(),
});

const View = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  settings_str: z.string().nullish(),
  type: z.string().nullish(),
  view_specific_data_str: z.string().nullish(),
});

/** A board. */
export const Board = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  board_kind: z.string().nullish(),
  type: z.string().nullish(),
  description: z.string().nullish(),
  permissions: z.string().nullish(),
  state: z.string().nullish(),
  updated_at: z.string().nullish(),
  columns: z.array(Column.nullable()).nullish(),
  groups: z.array(Group.nullable()).nullish(),
  owners: References,
  creator: Reference.nullish(),
  subscribers: References,
  tags: References,
  top_group: Reference.nullish(),
  views: z.array(View.nullable()).nullish(),
  workspace: z
    .object({
      id: z.string().nullish(),
      name: z.string().nullish(),
      kind: z.string().nullish(),
      description: z.string().nullish(),
    })
    .nullish(),
});

/**
 * What is asked for. `communication` and `updates` are search fields only. The text that monday.com deprecated in columns is made of
 * the settings that replace it.
 */
export const boardFields = selection(`
  id name board_kind type description permissions state updated_at
  columns { archived description id settings_str: settings title type width }
  groups { archived color deleted id position title }
  owners { id }
  creator { id }
  subscribers { id }
  tags { id }
  top_group { id }
  views { id name settings_str type view_specific_data_str }
  workspace { id name kind description }
  communication
  updates { id }
`);

const writtenSettings = (settings: unknown) =>
  JSON.stringify(settings, (_, value) => (typeof value === 'bigint' ? String(value) : value));

const mapColumns = (row: RawValue, change: (settings: unknown) => unknown): RawValue => {
  if (!Array.isArray(row.columns)) return row;
  const columns = row.columns.map(
    (column: RawValue) => column && { ...column, settings_str: change(column.settings_str) },
  );
  return { ...row, columns };
};

/** Gives the settings of columns as JSON text. */
export const withSettings = {
  toRecord: (row: RawValue) => mapColumns(row, (settings) => (settings === null ? null : writtenSettings(settings))),
  toRow: (record: RawValue) =>
    mapColumns(record, (settings) => (typeof settings === 'string' ? JSON.parse(settings) : null)),
};

const status = {
  labels: statusLabels.map((label, id) => ({ id, color: id, label, index: id, is_done: label === 'Done' })),
};

const columns = [
  { id: 'name', title: 'Name', type: 'name', settings: {} },
  { id: 'person', title: 'Owner', type: 'people', settings: {} },
  { id: 'status', title: 'Status', type: 'status', settings: status },
  { id: 'date4', title: 'Due date', type: 'date', settings: {} },
];

/** A made-up board. */
export function sampleBoard(source: SampleSource) {
  const { id, name, yearsAgo } = boardAt(source.index);
  const { isOld: _, ...workspace } = workspaceAt(source.index % 5);
  const owner = { id: source.of('users') };
  return {
    id,
    name,
    board_kind: source.index % 6 === 5 ? 'private' : 'public',
    type: 'board',
    description: source.index % 2 === 0 ? `Plan and progress of ${name.toLowerCase()}` : null,
    permissions: 'everyone',
    state: yearsAgo > 0 ? 'archived' : 'active',
    updated_at: source.time(340 * yearsAgo + source.integer(0, 20)),
    columns: columns.map(({ settings, ...column }) => ({
      ...column,
      archived: false,
      description: null,
      settings_str: writtenSettings(settings),
      width: null,
    })),
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
    updates: itemsOn(source.index).map((item) => ({ id: updateIdOf(item) })),
  };
}
