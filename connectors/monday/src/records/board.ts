import { type RawValue, type SampleSource, selection } from '@connectory/connector-sdk';
import { z } from 'zod';
import { boardAt, groups, statusLabels, updatesOn, workspaceAt } from '../sample-account.ts';
import { Reference, References, text } from '../shared.ts';

const flag = z.boolean().nullish();

const Column = z.object({
  archived: flag,
  description: text,
  id: text,
  settings_str: text,
  title: text,
  type: text,
  width: z.int().nullish(),
});

const Group = z.object({ archived: flag, color: text, deleted: flag, id: text, position: text, title: text });

const View = z.object({ id: text, name: text, settings_str: text, type: text, view_specific_data_str: text });

/** A board. */
export const Board = z.object({
  id: text,
  name: text,
  board_kind: text,
  type: text,
  description: text,
  permissions: text,
  state: text,
  updated_at: text,
  columns: z.array(Column.nullable()).nullish(),
  groups: z.array(Group.nullable()).nullish(),
  owners: References,
  creator: Reference.nullish(),
  subscribers: References,
  tags: References,
  top_group: Reference.nullish(),
  views: z.array(View.nullable()).nullish(),
  workspace: z.object({ id: text, name: text, kind: text, description: text }).nullish(),
});

/** The requested fields. Communication and updates are only search fields. */
export const boardFields = selection(`
  id name board_kind type description permissions state updated_at communication
  columns { archived description id settings_str: settings title type width }
  groups { archived color deleted id position title }
  owners { id } creator { id } subscribers { id } tags { id } top_group { id } updates { id }
  views { id name settings_str type view_specific_data_str }
  workspace { id name kind description }
`);

const mapSettings = (row: RawValue, change: (settings: RawValue) => unknown): RawValue => {
  if (!Array.isArray(row.columns)) return row;
  const columns = row.columns.map(
    (column: RawValue) => column && { ...column, settings_str: column.settings_str && change(column.settings_str) },
  );
  return { ...row, columns };
};

const asText = (settings: unknown) =>
  JSON.stringify(settings, (_, value) => (typeof value === 'bigint' ? String(value) : value));

/** Makes the text that monday.com deprecated in columns of the settings that replace it. */
export const withSettings = {
  toRecord: (row: RawValue) => mapSettings(row, asText),
  toRow: (record: RawValue) => mapSettings(record, JSON.parse),
};

const labels = statusLabels.map((label, id) => ({ id, color: id, label, index: id, is_done: label === 'Done' }));

const columns = [
  { id: 'name', title: 'Name', type: 'name', settings: {} },
  { id: 'person', title: 'Owner', type: 'people', settings: {} },
  { id: 'status', title: 'Status', type: 'status', settings: { labels } },
  { id: 'date4', title: 'Due date', type: 'date', settings: {} },
].map(({ settings, ...column }) => ({ ...column, settings_str: asText(settings) }));

/** A made-up board. */
export function sampleBoard(source: SampleSource) {
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
    columns: columns.map((column) => ({ ...column, archived: false, description: null, width: null })),
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
